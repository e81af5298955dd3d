import { isDate, isDateTime, ownLimits } from '@trading-platform/domain-types';
import type { ValueCheck } from './record-renderer.js';

/** A day that exists. */
export const date: ValueCheck = (value) => (isDate(value) ? undefined : 'must be an existing day, yyyy-MM-dd');

/** A second that exists. */
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

const amountShape = new RegExp(`^\\d{1,${ownLimits.priceDigits}}(?:\\.\\d{1,${ownLimits.priceDecimals}})?$`);

/** A price or a lot: a decimal number, not negative. */
export const amount: ValueCheck = (value) =>
  amountShape.test(value) && value.replace('.', '').length <= ownLimits.priceDigits
    ? undefined
    : `must be a decimal number of at least 0 with at most ${ownLimits.priceDigits} digits, ${ownLimits.priceDecimals} of them after the point`;

/** A text of at most so many characters. */
export function atMost(characters: number): ValueCheck {
  return (value) => (Array.from(value).length <= characters ? undefined : `must have at most ${characters} characters`);
}

/** A text of one shape, which is said in words. */
export function shaped(shape: RegExp, words: string): ValueCheck {
  return (value) => (shape.test(value) ? undefined : `must be ${words}`);
}

/** PostgreSQL's indexes take no entry of more than 2,704 bytes; a member code and a day may stand beside the key. */
const longestKeyBytes = 2_600;

/** A text that is part of a key. */
export const key: ValueCheck = (value) =>
  value.length <= longestKeyBytes / 3 || Buffer.byteLength(value) <= longestKeyBytes
    ? undefined
    : `must have at most ${longestKeyBytes} bytes in UTF-8, as part of a key`;
