import { ownLimits, type Rounding, rounding as roundingCode } from '@trading-platform/domain-types';

const decimals = ownLimits.priceDecimals;

/** The number 1 in units of 1/10,000, as `toParts` returns it. */
export const partsOfOne = 10n ** BigInt(decimals);

/**
 * Reads a decimal exactly and returns it in units of 1/10,000, as a whole number. Prices, lots and rates have at most 4 decimals.
 *
 * @param text `''` counts as 0
 * @throws RangeError if it has more decimals
 * @throws SyntaxError if it is no decimal
 * @example
 * toParts('-98.5'); // -985000n
 */
export function toParts(text: string): bigint {
  const point = text.indexOf('.');
  if (point === -1) return BigInt(text) * partsOfOne;
  const fraction = text.slice(point + 1);
  if (fraction.length > decimals) throw new RangeError(`${text} has more than ${decimals} decimals`);
  return BigInt(text.slice(0, point) + fraction.padEnd(decimals, '0'));
}

/** Converts units of 1/10,000 to decimal text without unnecessary zeros: -985000 becomes `-98.5`. */
export function fromParts(parts: bigint): string {
  const size = parts < 0n ? -parts : parts;
  const fraction = String(size % partsOfOne)
    .padStart(decimals, '0')
    .replace(/(?<!0)0+$/, '');
  return `${parts < 0n ? '-' : ''}${size / partsOfOne}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Divides, and rounds the quotient to a whole number by the method that `below_dec_point` names. The absolute value of
 * a negative quotient is rounded.
 *
 * @param denominator greater than 0
 */
export function roundedQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const down = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n || rounding === roundingCode.down) return down;
  const size = rest < 0n ? -rest : rest;
  if (rounding === roundingCode.halfUp && size * 2n < denominator) return down;
  return down + (numerator < 0n ? -1n : 1n);
}
