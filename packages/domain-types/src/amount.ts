import { ownLimits } from './limits.js';

const { priceDigits, priceDecimals } = ownLimits;

/** What a price or a lot looks like, as the source of a regular expression. */
export const amountPattern = `[0-9]{1,${priceDigits}}(?:\\.[0-9]{1,${priceDecimals}})?`;

const shape = new RegExp(`^${amountPattern}$`);

/** What a price or a lot is, in words that follow "Send" or "must be". */
export const amountForm = `a decimal of at least 0 with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** What an ordered quantity is, in words that follow "Send". */
export const quantityForm = `a decimal greater than 0 with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** Whether a text is a price or a lot, in requests as in import files (Spec 4.9). */
export function isAmount(text: string): boolean {
  return shape.test(text);
}

/** Whether a text is an ordered quantity: an amount that is not 0 (Spec 4.11). */
export function isQuantity(text: string): boolean {
  return isAmount(text) && /[1-9]/.test(text);
}
