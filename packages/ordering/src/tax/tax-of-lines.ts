import { type Rounding, taxCalcMethod } from '@trading-platform/domain-types';
import type { AmountRules } from './amount-rules.js';
import { taxOn, taxWithin } from './tax-of-amount.js';
import type { TaxRate } from './tax-rate.js';

/** A line before its tax is computed. */
export interface UntaxedLine {
  /** Quantity × price, whole yen. */
  readonly amount: bigint;
  /** Whether the amount contains its tax. */
  readonly taxIncluded: boolean;
}

/** An amount without tax and its tax, in whole yen. */
export interface TaxedAmount {
  readonly taxExcluded: bigint;
  readonly tax: bigint;
}

/**
 * The taxes of all lines of one rate, in their order. Their sum is the tax of the rate. Method 0 rounds the tax of each line. Methods
 * 1 and 2 round the tax of all lines once, as an invoice must (Consumption Tax Act, article 57-4 (1), item 5; Basic Circular
 * 1-8-15).
 */
export function taxOfLines(lines: readonly UntaxedLine[], rate: TaxRate, rules: AmountRules): TaxedAmount[] {
  if (rules.method === taxCalcMethod.perLine) return lines.map((line) => taxAlone(line, rate, rules.rounding));
  return lines.every(({ taxIncluded }) => taxIncluded)
    ? taxWithinAll(lines, rate, rules.rounding)
    : taxOnAll(lines, rate, rules.rounding);
}

/** Rule "per line": the tax on a line, or within it if the amount contains the tax. */
function taxAlone(line: UntaxedLine, rate: TaxRate, rounding: Rounding): TaxedAmount {
  const taxExcluded = withoutTax(line, rate, rounding);
  return { taxExcluded, tax: line.taxIncluded ? line.amount - taxExcluded : taxOn(taxExcluded, rate, rounding) };
}

/** Rule "convert": takes the tax out of an amount that contains it. Any other amount stays as it is. */
function withoutTax({ amount, taxIncluded }: UntaxedLine, rate: TaxRate, rounding: Rounding): bigint {
  return taxIncluded ? amount - taxWithin(amount, rate, rounding) : amount;
}

/** Rule "only inclusive": the tax within the sum of all lines. */
function taxWithinAll(lines: readonly UntaxedLine[], rate: TaxRate, rounding: Rounding): TaxedAmount[] {
  const amounts = lines.map(({ amount }) => amount);
  const shares = sharesOfTax(amounts, (sum) => taxWithin(sum, rate, rounding));
  return shares.map(({ amount, tax }) => ({ taxExcluded: amount - tax, tax }));
}

/**
 * Rules "only exclusive" and "mixed": the tax on the sum of all lines. If only some lines contain their tax, these are converted
 * first, and rounded one by one.
 */
function taxOnAll(lines: readonly UntaxedLine[], rate: TaxRate, rounding: Rounding): TaxedAmount[] {
  const amounts = lines.map((line) => withoutTax(line, rate, rounding));
  const shares = sharesOfTax(amounts, (sum) => taxOn(sum, rate, rounding));
  return shares.map(({ amount, tax }) => ({ taxExcluded: amount, tax }));
}

/**
 * Rule "share": divides the tax of a sum among its amounts. Each amount gets the difference that it makes to the tax of the amounts
 * before it. So no yen is lost, although the tax is rounded only once.
 */
function sharesOfTax(
  amounts: readonly bigint[],
  taxOf: (sum: bigint) => bigint,
): { readonly amount: bigint; readonly tax: bigint }[] {
  let sum = 0n;
  let taxOfSum = 0n;
  return amounts.map((amount) => {
    const before = taxOfSum;
    sum += amount;
    taxOfSum = taxOf(sum);
    return { amount, tax: taxOfSum - before };
  });
}
