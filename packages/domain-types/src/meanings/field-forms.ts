import { amountForm, amountPattern, signedAmountForm, signedAmountPattern } from '../amount.js';
import { ownLimits } from '../limits.js';
import { dateFormat, dateTimeFormat } from '../tokyo-time.js';
import type { FieldMeaning, ListMeaning, RecordMeaning, ValueMeaning } from './field-meaning.js';

/** An English phrase and the Japanese term for a value or a field. */
export type Words = readonly [meaning: string, ja: string];

/** The meanings of a table of coded values, in its order. */
export function valuesOf<const Table extends Readonly<Record<string, string | number>>>(
  table: Table,
  words: { readonly [Name in keyof Table]: Words },
): readonly ValueMeaning[] {
  return Object.entries(table).map(([name, value]) => {
    const [meaning, ja] = words[name] as Words;
    return { value, meaning, ja };
  });
}

/** The meanings of some values of a table. */
export function valuesAmong(values: readonly ValueMeaning[], wanted: readonly string[]): readonly ValueMeaning[] {
  return values.filter(({ value }) => wanted.includes(String(value)));
}

/** Free text, or a code that the parties agree upon. */
export function text(meaning: string, ja: string, limits: Pick<FieldMeaning, 'maxLength'> = {}): FieldMeaning {
  return { meaning, ja, ...limits };
}

/** A day, in Japan. */
export function day(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: dateFormat, pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}' };
}

/** A second, in Japan. */
export function dayTime(meaning: string, ja: string): FieldMeaning {
  return {
    meaning,
    ja,
    format: dateTimeFormat,
    pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}',
  };
}

/** A minute of the day, in Japan. */
export function minuteOfDay(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: 'HH:mm', pattern: '(?:[01][0-9]|2[0-3]):[0-5][0-9]' };
}

/** A second of the day, in Japan. */
export function secondOfDay(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: 'HH:mm:ss', pattern: '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]' };
}

/** A price or a quantity that is not negative. */
export function amount(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: amountForm, pattern: amountPattern };
}

/** A number of yen, or a quantity, which may be negative. */
export function signedAmount(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: signedAmountForm, pattern: signedAmountPattern };
}

/** A whole number without a sign. */
export function digits(meaning: string, ja: string, limits: Pick<FieldMeaning, 'maxLength'> = {}): FieldMeaning {
  return { meaning, ja, format: 'decimal digits', pattern: '[0-9]+', ...limits };
}

/** A number of days. */
export function dayCount(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: `a whole number from 0 to ${ownLimits.leadTimeDays}`, pattern: '[0-9]{1,3}' };
}

/** A separate year, month or day of the month. */
export function year(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: 'four digits', pattern: '[0-9]{4}' };
}

export function month(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: '1 to 12', pattern: '(?:0?[1-9]|1[0-2])' };
}

export function dayOfMonth(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja, format: '1 to 31', pattern: '(?:0?[1-9]|[12][0-9]|3[01])' };
}

/** A value with one shape, described in words. */
export function shaped(meaning: string, ja: string, shape: Pick<FieldMeaning, 'format' | 'pattern'>): FieldMeaning {
  return { meaning, ja, ...shape };
}

/** One of a few values. */
export function coded(meaning: string, ja: string, values: readonly ValueMeaning[]): FieldMeaning {
  return { meaning, ja, values };
}

/** A value of 0 or 1 whose meanings are specific to the field. */
export function flagged(meaning: string, ja: string, off: Words, on: Words): FieldMeaning {
  return coded(meaning, ja, [
    { value: '0', meaning: off[0], ja: off[1] },
    { value: '1', meaning: on[0], ja: on[1] },
  ]);
}

/** A JSON integer. */
export function wholeNumber(meaning: string, ja: string): FieldMeaning {
  return { meaning, ja };
}

/** A list of codes in a request. */
export function codes(
  meaning: string,
  ja: string,
  limits: Pick<FieldMeaning, 'minElements' | 'maxElements' | 'maxLength' | 'values'> = {},
): FieldMeaning {
  return { meaning, ja, ...limits };
}

/** A list of texts in an answer. */
export function texts(meaning: string, ja: string, values?: readonly ValueMeaning[]): FieldMeaning {
  return { meaning, ja, ...(values === undefined ? {} : { values }) };
}

/** A list of objects. */
export function records<Name extends string>(
  meaning: string,
  ja: string,
  of: RecordMeaning<Name>,
  limits: Pick<FieldMeaning, 'minElements' | 'maxElements'> = {},
): ListMeaning<Name> {
  return { meaning, ja, of, ...limits };
}

/** One object. */
export function record<Name extends string>(meaning: string, ja: string, of: RecordMeaning<Name>): ListMeaning<Name> {
  return { meaning, ja, of };
}

/** A field that the platform does not interpret: it passes on the loaded value. */
export function asLoaded<Meaning extends FieldMeaning>(field: Meaning): Meaning {
  return { ...field, isOpen: true };
}

/** A field of a stored record that always has a value. */
export function always<Meaning extends FieldMeaning>(field: Meaning): Meaning {
  return { ...field, canBeEmpty: false };
}

/** A field of an answer that may be `""`; its meaning explains that value. */
export function orEmpty<Meaning extends FieldMeaning>(field: Meaning): Meaning {
  return { ...field, canBeEmpty: true };
}
