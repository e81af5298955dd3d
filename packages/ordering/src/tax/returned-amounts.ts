import { taxCalcMethod } from '@trading-platform/domain-types';
import { fromParts, toParts } from '../decimal/exact-decimal.js';
import type { AmountRules } from './amount-rules.js';
import { lineAmount } from './line-amount.js';
import { type LineAmounts, priceTaxExcluded, type SlipAmounts, type SlipLine, sumOf } from './slip-amounts.js';
import { taxOn, taxWithin } from './tax-of-amount.js';
import { type TaxedAmount, taxAlone, withoutTax } from './tax-of-lines.js';
import type { TaxRate } from './tax-rate.js';

/** A line of a slip whose goods may be returned. All quantities are decimals of at least 0. */
export interface ReturnableLine extends Omit<SlipLine, 'quantity'> {
  /** The quantity that the buyer has kept until now. */
  readonly kept: string;
  /** The quantity that it returns now. */
  readonly returned: string;
}

/** A slip whose goods are returned, all or some of them. */
export interface ReturnableSlip {
  readonly lines: readonly ReturnableLine[];
  /** Whether the slip has shipping costs, which count as a line of the standard rate without tax in its price. */
  readonly hasShipping: boolean;
  readonly rules: AmountRules;
}

const rateNames: readonly TaxRate[] = ['standard', 'reduced', 'exempt'];

/**
 * Calculates the amounts of the slip of a return, which are negative (Spec 4.11). Their absolute value is the amount of
 * the goods that are kept before the return, minus the amount of the goods that are kept after it. So the sums of all
 * returns of a slip are exactly the amounts of the slip, in spite of rounding. The result contains only lines with
 * returned goods.
 */
export function returnedAmounts({ lines, hasShipping, rules }: ReturnableSlip): SlipAmounts {
  const ofRates = Object.fromEntries(
    rateNames.map((rate) => [rate, returnedOfRate(linesOf(rate, lines), hasShipping, rate, rules)]),
  ) as Record<TaxRate, readonly TaxedAmount[]>;
  const next = { standard: 0, reduced: 0, exempt: 0 };
  const returned = lines.filter(isReturned);
  const amounts = returned.map((line): LineAmounts => {
    const { taxExcluded, tax } = ofRates[line.rate][next[line.rate]++]!;
    const { price, rate, taxIncluded } = line;
    const quantity = fromParts(-toParts(line.returned));
    const unit = priceTaxExcluded({ quantity, price, rate, taxIncluded }, rules);
    return {
      quantity,
      price,
      rate,
      taxIncluded,
      amount: -amountOf(line, rules),
      taxExcluded,
      tax,
      priceTaxExcluded: unit,
    };
  });
  const rates = {
    standard: sumOf(ofRates.standard),
    reduced: sumOf(ofRates.reduced),
    exempt: sumOf(ofRates.exempt),
  };
  return { lines: amounts, rates, overall: sumOf(Object.values(rates)) };
}

function linesOf(rate: TaxRate, lines: readonly ReturnableLine[]): readonly ReturnableLine[] {
  return lines.filter((line) => line.rate === rate);
}

function isReturned({ returned }: ReturnableLine): boolean {
  return toParts(returned) > 0n;
}

function keptAfter({ kept, returned }: ReturnableLine): string {
  return fromParts(toParts(kept) - toParts(returned));
}

/** The amount that is kept before the return, minus the amount that is kept after it. */
function amountOf(line: ReturnableLine, { rounding }: AmountRules): bigint {
  return lineAmount(line.kept, line.price, rounding) - lineAmount(keptAfter(line), line.price, rounding);
}

/** A line with one tax rate, before the return and after it. */
interface BeforeAndAfter {
  readonly before: bigint;
  readonly after: bigint;
}

function returnedOfRate(
  lines: readonly ReturnableLine[],
  hasShipping: boolean,
  rate: TaxRate,
  rules: AmountRules,
): readonly TaxedAmount[] {
  const untaxed = (line: ReturnableLine, quantity: string) => ({
    amount: lineAmount(quantity, line.price, rules.rounding),
    taxIncluded: line.taxIncluded,
  });
  if (rules.method === taxCalcMethod.perLine) {
    return lines.filter(isReturned).map((line) => {
      const before = taxAlone(untaxed(line, line.kept), rate, rules.rounding);
      const after = taxAlone(untaxed(line, keptAfter(line)), rate, rules.rounding);
      return { taxExcluded: after.taxExcluded - before.taxExcluded, tax: after.tax - before.tax };
    });
  }
  const hasShippingLine = hasShipping && rate === 'standard';
  const isOnlyInclusive = !hasShippingLine && lines.every(({ taxIncluded }) => taxIncluded);
  const amountIn = (line: ReturnableLine, quantity: string) =>
    isOnlyInclusive ? untaxed(line, quantity).amount : withoutTax(untaxed(line, quantity), rate, rules.rounding);
  const amounts = lines.map((line) => ({
    isReturned: isReturned(line),
    before: amountIn(line, line.kept),
    after: amountIn(line, keptAfter(line)),
  }));
  const taxOf = (sum: bigint) => (isOnlyInclusive ? taxWithin : taxOn)(sum, rate, rules.rounding);
  const shares = sharesOfReturn(amounts, taxOf);
  return shares.map(({ amount, tax }) => ({ taxExcluded: isOnlyInclusive ? amount - tax : amount, tax }));
}

/**
 * Rule "share of a return": the returned lines are taken from the kept sum one after another. The tax of a line is the difference
 * that it makes to the tax of the sum, so the lines add up to exactly the tax of the return.
 */
function sharesOfReturn(
  lines: readonly (BeforeAndAfter & { readonly isReturned: boolean })[],
  taxOf: (sum: bigint) => bigint,
): { readonly amount: bigint; readonly tax: bigint }[] {
  let sum = lines.reduce((total, { before }) => total + before, 0n);
  let taxOfSum = taxOf(sum);
  return lines
    .filter((line) => line.isReturned)
    .map(({ before, after }) => {
      const amount = after - before;
      const former = taxOfSum;
      sum += amount;
      taxOfSum = taxOf(sum);
      return { amount, tax: taxOfSum - former };
    });
}
