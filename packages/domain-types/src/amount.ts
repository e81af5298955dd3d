import { ownLimits } from './limits.js';

const { priceDigits, priceDecimals } = ownLimits;
const shape = new RegExp(`^[0-9]{1,${priceDigits}}(?:\\.[0-9]{1,${priceDecimals}})?$`);

/** What a price or a lot is, in words that follow "Send" or "must be". */
export const amountForm = `a decimal of at least 0 with at most ${priceDigits} digits before the point and ${priceDecimals} after it`;

/** Whether a text is a price or a lot, in requests as in import files (Spec 4.9). */
export function isAmount(text: string): boolean {
  return shape.test(text);
}
