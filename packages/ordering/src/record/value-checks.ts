import {
  amountForm,
  hasAtMost,
  hasControlCharacter,
  isAmount,
  isDate,
  isDateTime,
  isSignedAmount,
  ownLimits,
  signedAmountForm,
} from '@trading-platform/domain-types';

/** Checks a non-empty value. Returns a description of the defect, or undefined if the value is correct. */
export type ValueCheck = (value: string) => string | undefined;

/** Requires a day that exists. */
export const date: ValueCheck = (value) => (isDate(value) ? undefined : 'must be an existing day, yyyy-MM-dd');

/** Requires a date and time that exist. */
export const dateTime: ValueCheck = (value) =>
  isDateTime(value) ? undefined : 'must be an existing time, yyyy-MM-dd HH:mm:ss';

/** Requires one of the given codes. */
export function oneOf(codes: readonly string[]): ValueCheck {
  const reason = `must be one of ${codes.join(', ')}`;
  return (value) => (codes.includes(value) ? undefined : reason);
}

export const zeroOrOne = oneOf(['0', '1']);

/** Requires a whole number of days, as in a lead time. */
export const days: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) <= ownLimits.leadTimeDays
    ? undefined
    : `must be a whole number from 0 to ${ownLimits.leadTimeDays}`;

/** Requires a price or a lot size. */
export const amount: ValueCheck = (value) => (isAmount(value) ? undefined : `must be ${amountForm}`);

/** Requires an amount of a slip, which may be negative. */
export const signedAmount: ValueCheck = (value) => (isSignedAmount(value) ? undefined : `must be ${signedAmountForm}`);

/** Applies the same check to several fields. */
export function checksOf(names: readonly string[], check: ValueCheck): Readonly<Record<string, ValueCheck>> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

/** Requires a text with at most this many characters. */
export function atMost(characters: number): ValueCheck {
  const reason = `must have at most ${characters} characters`;
  return (value) => (hasAtMost(value, characters) ? undefined : reason);
}

/** Requires a code or key that a request can contain: without line breaks, and not longer than requests allow. */
export function code(characters: number): ValueCheck {
  const isTooLong = atMost(characters);
  return (value) => isTooLong(value) ?? (hasControlCharacter(value) ? 'must not hold control characters' : undefined);
}

/** Requires a text of a certain form. The second parameter describes the form of the text in words, for the message. */
export function shaped(shape: RegExp, words: string): ValueCheck {
  return (value) => (shape.test(value) ? undefined : `must be ${words}`);
}
