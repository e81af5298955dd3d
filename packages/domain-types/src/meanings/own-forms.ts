import type { BothLanguages } from './error-codes.js';
import * as forms from './field-forms.js';
import type { FieldMeaning, ListMeaning, RecordMeaning } from './field-meaning.js';

/**
 * The Japanese words for an English meaning: a term. If the English has a sentence after its colon, `：` and a Japanese
 * sentence follow.
 */
export type JapaneseOf<Meaning extends string> = Meaning extends `${string}: ${string}`
  ? `${string}：${string}`
  : string;

/** A form of a field that does not compile without the Japanese for every English sentence. */
type InBoth<Form> = Form extends (meaning: string, ja: string, ...more: infer More) => FieldMeaning
  ? <const Meaning extends string>(meaning: Meaning, ja: JapaneseOf<Meaning>, ...more: More) => FieldMeaning
  : never;

export const text: InBoth<typeof forms.text> = forms.text;
export const day: InBoth<typeof forms.day> = forms.day;
export const dayTime: InBoth<typeof forms.dayTime> = forms.dayTime;
export const minuteOfDay: InBoth<typeof forms.minuteOfDay> = forms.minuteOfDay;
export const secondOfDay: InBoth<typeof forms.secondOfDay> = forms.secondOfDay;
export const amount: InBoth<typeof forms.amount> = forms.amount;
export const signedAmount: InBoth<typeof forms.signedAmount> = forms.signedAmount;
export const digits: InBoth<typeof forms.digits> = forms.digits;
export const dayCount: InBoth<typeof forms.dayCount> = forms.dayCount;
export const year: InBoth<typeof forms.year> = forms.year;
export const month: InBoth<typeof forms.month> = forms.month;
export const dayOfMonth: InBoth<typeof forms.dayOfMonth> = forms.dayOfMonth;
export const shaped: InBoth<typeof forms.shaped> = forms.shaped;
export const coded: InBoth<typeof forms.coded> = forms.coded;
export const flagged: InBoth<typeof forms.flagged> = forms.flagged;
export const wholeNumber: InBoth<typeof forms.wholeNumber> = forms.wholeNumber;
export const codes: InBoth<typeof forms.codes> = forms.codes;
export const texts: InBoth<typeof forms.texts> = forms.texts;

/** A list of objects. */
export function records<const Meaning extends string, Name extends string>(
  meaning: Meaning,
  ja: JapaneseOf<Meaning>,
  of: RecordMeaning<Name>,
  limits?: Parameters<typeof forms.records>[3],
): ListMeaning<Name> {
  return forms.records(meaning, ja, of, limits);
}

/** One object. */
export function record<const Meaning extends string, Name extends string>(
  meaning: Meaning,
  ja: JapaneseOf<Meaning>,
  of: RecordMeaning<Name>,
): ListMeaning<Name> {
  return forms.record(meaning, ja, of);
}

/** A known field with other words. */
export function reworded<Field extends FieldMeaning, const Meaning extends string>(
  field: Field,
  meaning: Meaning,
  ja: JapaneseOf<Meaning>,
): Field {
  return { ...field, meaning, ja };
}

/** Adds a phrase to the meaning of a field. */
export function goingOn<Field extends FieldMeaning>(field: Field, { en, ja }: BothLanguages): Field {
  return { ...field, meaning: `${field.meaning}; ${en}`, ja: `${field.ja}。${ja}` };
}

export { always, asLoaded, orEmpty, valuesAmong, valuesOf, type Words } from './field-forms.js';
