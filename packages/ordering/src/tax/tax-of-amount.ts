import type { Rounding } from '@trading-platform/domain-types';
import { roundedQuotient } from '../decimal/exact-decimal.js';
import { ratePercent, type TaxRate } from './tax-rate.js';

/**
 * Rule "tax on": for an amount without tax, the tax is amount × rate / 100 (Order for Enforcement of the Consumption Tax Act,
 * article 70-10, item 1).
 */
export function taxOn(amount: bigint, rate: TaxRate, rounding: Rounding): bigint {
  return roundedQuotient(amount * ratePercent[rate], 100n, rounding);
}

/**
 * Rule "tax within": for an amount that contains its tax, the tax is amount × rate / (100 + rate) (the same article, item 2). The
 * amount less the tax within it is the amount without tax.
 */
export function taxWithin(amount: bigint, rate: TaxRate, rounding: Rounding): bigint {
  return roundedQuotient(amount * ratePercent[rate], 100n + ratePercent[rate], rounding);
}
