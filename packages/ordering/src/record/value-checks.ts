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

/** Checks a value that is not empty. Returns the defect, or undefined if there is none. */
export type ValueCheck = (value: string) => string | undefined;

/** A day that exists. */
export const date: ValueCheck = (value) => (isDate(value) ? undefined : 'must be an existing day, yyyy-MM-dd');

/** A date and time that exist. */
export const dateTime: ValueCheck = (value) =>
  isDateTime(value) ? undefined : 'must be an existing time, yyyy-MM-dd HH:mm:ss';

/** One of a few codes. */
export function oneOf(codes: readonly string[]): ValueCheck {
  const reason = `must be one of ${codes.join(', ')}`;
  return (value) => (codes.includes(value) ? undefined : reason);
}

export const zeroOrOne = oneOf(['0', '1']);

/** A whole number of days, as lead times are. */
export const days: ValueCheck = (value) =>
  /^\d{1,3}$/.test(value) && Number(value) <= ownLimits.leadTimeDays
    ? undefined
    : `must be a whole number from 0 to ${ownLimits.leadTimeDays}`;

/** A price or a lot. */
export const amount: ValueCheck = (value) => (isAmount(value) ? undefined : `must be ${amountForm}`);

/** An amount of a slip, which may be negative. */
export const signedAmount: ValueCheck = (value) => (isSignedAmount(value) ? undefined : `must be ${signedAmountForm}`);

/** The same check for several fields. */
export function checksOf(names: readonly string[], check: ValueCheck): Readonly<Record<string, ValueCheck>> {
  return Object.fromEntries(names.map((name) => [name, check]));
}

/** A text of at most so many characters. */
export function atMost(characters: number): ValueCheck {
  const reason = `must have at most ${characters} characters`;
  return (value) => (hasAtMost(value, characters) ? undefined : reason);
}

/** A code or a key that requests can ask for: not longer than they allow, and without line breaks. */
export function code(characters: number): ValueCheck {
  const isTooLong = atMost(characters);
  return (value) => isTooLong(value) ?? (hasControlCharacter(value) ? 'must not hold control characters' : undefined);
}

/** A text of a certain form. The message describes the form in words. */
export function shaped(shape: RegExp, words: string): ValueCheck {
  return (value) => (shape.test(value) ? undefined : `must be ${words}`);
}
