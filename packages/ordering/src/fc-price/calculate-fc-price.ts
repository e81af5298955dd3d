import { fcPriceMethod, type Rounding, rounding as roundingCode } from '@trading-platform/domain-types';
import { Decimal } from 'decimal.js';
import type { FcPriceRule } from './fc-price-rule.js';

/** Enough digits for any price times any rate without rounding on the way. */
const Exact = Decimal.clone({ precision: 60 });

const hundredth = new Exact('0.01');

const modes: Readonly<Record<Rounding, Decimal.Rounding>> = {
  [roundingCode.down]: Decimal.ROUND_DOWN,
  [roundingCode.up]: Decimal.ROUND_UP,
  [roundingCode.halfUp]: Decimal.ROUND_HALF_UP,
};

/** Rule "Price": the asked price, rounded down (Spec 4.9): what stands before its point. */
export function wholePrice(price: string): number {
  return Number(price.split('.', 1)[0]);
}

/**
 * Rule "FC price": `fixed` is its value, `rate` is price × (100 + value) / 100, rounded as the rule says; without a rule
 * it is the price rounded down (Spec 4.9). Decimal arithmetic throughout.
 *
 * @param price a decimal of at least 0
 */
export function calculateFcPrice(price: string, rule: FcPriceRule | undefined): number {
  if (rule === undefined) return wholePrice(price);
  if (rule.method === fcPriceMethod.fixed) return Number(rule.value);
  return factorOf(rule).times(price).toDecimalPlaces(0, modes[rule.rounding]).toNumber();
}

/** Rules live longer than requests, so their factors are worked out once. */
const factors = new WeakMap<FcPriceRule, Decimal>();

function factorOf(rule: FcPriceRule): Decimal {
  const known = factors.get(rule);
  if (known !== undefined) return known;
  const factor = new Exact(rule.value).plus(100).times(hundredth);
  factors.set(rule, factor);
  return factor;
}
