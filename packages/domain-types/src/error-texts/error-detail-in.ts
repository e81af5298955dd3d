import type { ErrorEntry } from '../envelope.js';
import { errorTable } from '../error-codes.js';
import { filledIn, placeOfValue } from './error-text.js';
import { errorTexts } from './error-texts.js';

/** The languages of `error_detail`. English is the default. */
export type ErrorLanguage = 'en' | 'ja';

/**
 * Returns a text of `error_detail` in the given language. As in gettext, the English text is the key of its
 * translation, so that texts may be stored, sent and thrown as plain English.
 *
 * @param text English, of any version of the platform; a text that this version does not know is returned unchanged
 * @example errorDetailIn('ja', 'Send at most 8 characters.') // '8文字以内で送信してください。'
 */
export function errorDetailIn(language: ErrorLanguage, text: string): string {
  return language === 'en' ? text : (japaneseOf(text) ?? text);
}

/** Returns the errors with their `error_detail` translated to the given language. */
export function errorsIn(language: ErrorLanguage, errors: readonly ErrorEntry[]): readonly ErrorEntry[] {
  if (language === 'en') return errors;
  // Many errors of one body have the same text, which is translated only once.
  const said = new Map<string, string>();
  return errors.map((error) => {
    const { error_detail: english } = error;
    const detail = said.get(english) ?? errorDetailIn(language, english);
    said.set(english, detail);
    return { ...error, error_detail: detail };
  });
}

/** Finds the Japanese translation of an English text. Returns undefined if this version does not know the text. */
export function japaneseOf(text: string): string | undefined {
  known ??= knownTexts();
  const whole = known.whole.get(text);
  if (whole !== undefined) return whole;
  for (const { ja, ...form } of known.withValues) {
    const values = valuesIn(text, form);
    if (values !== undefined) return filledIn(ja, inJapanese(values));
  }
  return undefined;
}

function inJapanese(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    isText(name) ? (japaneseOf(value) ?? value) : value,
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}

function isText(name: string): boolean {
  return name !== name.toLowerCase();
}

/** A text with values: the fixed parts around the values (one more than there are names). */
interface Form {
  readonly fixed: readonly string[];
  readonly names: readonly string[];
}

interface KnownTexts {
  readonly whole: ReadonlyMap<string, string>;
  /** Texts with values, sorted by the number of their fixed characters, the largest first. */
  readonly withValues: readonly (Form & { readonly ja: string })[];
}

/** Made when Japanese is needed for the first time. */
let known: KnownTexts | undefined;

function knownTexts(): KnownTexts {
  const ofCodes = Object.values(errorTable).map(({ detail: en, detailJa: ja }) => ({ en, ja }));
  const texts = [...ofCodes, ...Object.values(errorTexts)].map(({ en, ja }) => ({ en, ja, ...formOf(en) }));
  return {
    whole: new Map(texts.filter(({ names }) => names.length === 0).map(({ en, ja }) => [en, ja])),
    withValues: texts
      .filter(({ names }) => names.length > 0)
      .toSorted((one, other) => fixedLength(other) - fixedLength(one)),
  };
}

function fixedLength({ fixed }: Form): number {
  return fixed.join('').length;
}

function formOf(text: string): Form {
  return {
    fixed: text.split(/\{\w+\}/),
    names: Array.from(text.matchAll(placeOfValue), ([, name]) => String(name)),
  };
}

/** Finds the values of a text of this form in linear time; undefined if the text has another form. */
function valuesIn(text: string, { fixed, names }: Form): Readonly<Record<string, string>> | undefined {
  const end = text.length - (fixed.at(-1) ?? '').length;
  let at = (fixed[0] ?? '').length;
  if (!text.startsWith(fixed[0] ?? '') || !text.endsWith(fixed.at(-1) ?? '')) return undefined;
  const values: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const following = fixed[place + 1] ?? '';
    const next = place === names.length - 1 ? end : text.indexOf(following, at);
    if (next < at || next > end) return undefined;
    values[name] = text.slice(at, next);
    at = next + following.length;
  }
  return values;
}
