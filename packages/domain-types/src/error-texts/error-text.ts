import { type ErrorCode, errorTable } from '../error-codes.js';
import { type ErrorTextName, errorTexts } from './error-texts.js';

declare const ofTable: unique symbol;

/** An English text of `error_detail` whose Japanese is known, because it was made by `errorText` or `errorDetail`. */
export type ErrorText = string & { readonly [ofTable]: true };

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values of a text. A value whose name begins with a capital letter is a text itself. */
export type ErrorTextValues<Name extends ErrorTextName> = {
  readonly [Value in NamesIn<(typeof errorTexts)[Name]['en']>]: Value extends Uncapitalize<Value>
    ? string | number
    : ErrorText;
};

/**
 * Makes a text of `error_detail`, in English. `errorDetailIn` finds its Japanese.
 *
 * @example errorText('atMostCharacters', { most: 8 }) // 'Send at most 8 characters.'
 */
export function errorText<Name extends ErrorTextName>(
  name: Name,
  ...[values]: keyof ErrorTextValues<Name> extends never ? [] : [values: ErrorTextValues<Name>]
): ErrorText {
  return filledIn(errorTexts[name].en, values ?? {}) as ErrorText;
}

/** The default text of `error_detail` for a code, in English. */
export function errorDetail(code: ErrorCode): ErrorText {
  return errorTable[code].detail as string as ErrorText;
}

/** The places of values in a text. */
export const placeOfValue = /\{(\w+)\}/g;

/** Puts values in their places in a text. */
export function filledIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(placeOfValue, (place, name: string) => String(values[name] ?? place));
}
