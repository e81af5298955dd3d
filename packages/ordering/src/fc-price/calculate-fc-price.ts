import { fcPriceMethod } from '@trading-platform/domain-types';
import { partsOfOne, roundedQuotient, toParts } from '../decimal/exact-decimal.js';
import type { FcPriceRule } from './fc-price-rule.js';

const hundredPercent = 100n * partsOfOne;

/** Rule "Price": the price of the request without its decimals, that is, rounded down (Spec 4.9). */
export function wholePrice(price: string): number {
  return Number(price.split('.', 1)[0]);
}

/** The part of a rule that determines the price. */
type PricingRule = Pick<FcPriceRule, 'method' | 'value' | 'rounding'>;

/**
 * Rule "FC price" (Spec 4.9): the method `fixed` gives the value of the rule. The method `rate` gives price × (100 + value) /
 * 100, rounded as the rule requires. Without a rule, the result is the price of the request, rounded down. All calculations use
 * exact decimals.
 *
 * @param price a decimal of at least 0
 */
export function calculateFcPrice(price: string, rule: PricingRule | undefined): number {
  if (rule === undefined) return wholePrice(price);
  if (rule.method === fcPriceMethod.fixed) return Number(rule.value);
  const exact = toParts(price) * (hundredPercent + toParts(rule.value));
  return Number(roundedQuotient(exact, partsOfOne * hundredPercent, rule.rounding));
}
