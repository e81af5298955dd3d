import { ownLimits, type Rounding, rounding as roundingCode } from '@trading-platform/domain-types';

const decimals = ownLimits.priceDecimals;

/** One, as `toParts` reads it. */
export const partsOfOne = 10n ** BigInt(decimals);

/**
 * Reads a decimal exactly, as a whole number of ten-thousandths: prices, lots and rates have at most 4 decimals.
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

/** The decimal text of ten-thousandths, without needless zeros: `-98.5` for -985000. */
export function fromParts(parts: bigint): string {
  const size = parts < 0n ? -parts : parts;
  const fraction = String(size % partsOfOne)
    .padStart(decimals, '0')
    .replace(/(?<!0)0+$/, '');
  return `${parts < 0n ? '-' : ''}${size / partsOfOne}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * A quotient, rounded to a whole number as `below_dec_point` says. A negative one is rounded by its absolute value.
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
