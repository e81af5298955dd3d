import type { Rounding } from '@trading-platform/domain-types';
import { partsOfOne, roundedQuotient, toParts } from '../decimal/exact-decimal.js';

/**
 * Rule "line amount": quantity × price, rounded to whole yen (decision "Amounts of a slip" in docs/open-points.md).
 *
 * @param quantity a decimal, negative for returned goods
 */
export function lineAmount(quantity: string, price: string, rounding: Rounding): bigint {
  return roundedQuotient(toParts(quantity) * toParts(price), partsOfOne * partsOfOne, rounding);
}
