import { ownLimits } from './limits.js';

const { priceDigits, priceDecimals } = ownLimits;
/** The least number with too many digits before the point. */
const leastAbove = 10n ** BigInt(priceDigits);

/** The source of a regular expression for a price or a lot. */
export const amountPattern = `[0-9]{1,${priceDigits}}(?:\\.[0-9]{1,${priceDecimals}})?`;

/** The same for an amount that may be negative. It bounds all amounts of slips. */
export const signedAmountPattern = `-?${amountPattern}`;

// oxlint-disable-next-line eslint/no-restricted-globals -- A point separates the two runs of digits.
const shape = new RegExp(`^${amountPattern}$`);
// oxlint-disable-next-line eslint/no-restricted-globals -- The same.
const signedShape = new RegExp(`^${signedAmountPattern}$`);

/** A price or a lot in words that follow "Send" or "must be". */
export const amountForm = `a decimal of at least 0 with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** An amount that may be negative, in words that follow "must be". */
export const signedAmountForm = `a decimal with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** An ordered quantity in words that follow "Send". */
export const quantityForm = `a decimal greater than 0 with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** Whether a text is a price or a lot, in requests and in import files (Spec 4.9). */
export function isAmount(text: string): boolean {
  return shape.test(text);
}

/** Whether a text is an amount of a slip, which may be negative (Spec 2.5). */
export function isSignedAmount(text: string): boolean {
  return signedShape.test(text);
}

/** Whether whole yen are within the bound of amounts. */
export function isWithinAmounts(yen: bigint): boolean {
  return yen < leastAbove && -yen < leastAbove;
}

/** Whether a text is an ordered quantity: an amount that is not 0 (Spec 4.11). */
export function isQuantity(text: string): boolean {
  return isAmount(text) && /[1-9]/.test(text);
}
