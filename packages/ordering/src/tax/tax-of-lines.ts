import { type Rounding, taxCalcMethod } from '@trading-platform/domain-types';
import type { AmountRules } from './amount-rules.js';
import { taxOn, taxWithin } from './tax-of-amount.js';
import type { TaxRate } from './tax-rate.js';

/** A line whose tax has not been calculated. */
export interface UntaxedLine {
  /** The amount of the line: quantity × price, in whole yen. */
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
 * Calculates the taxes of all lines with the same rate, in the order of the lines. The sum of these taxes is the tax for the
 * rate. Method 0 rounds the tax of each line. Methods 1 and 2 round the tax of all lines only once, as an invoice requires
 * (Consumption Tax Act, article 57-4 (1), item 5; Basic Circular 1-8-15).
 */
export function taxOfLines(lines: readonly UntaxedLine[], rate: TaxRate, rules: AmountRules): TaxedAmount[] {
  if (rules.method === taxCalcMethod.perLine) return lines.map((line) => taxAlone(line, rate, rules.rounding));
  return lines.every(({ taxIncluded }) => taxIncluded)
    ? taxWithinAll(lines, rate, rules.rounding)
    : taxOnAll(lines, rate, rules.rounding);
}

/** Rule "per line": adds the tax to the line's amount or, if the amount contains the tax, takes it out of the amount. */
export function taxAlone(line: UntaxedLine, rate: TaxRate, rounding: Rounding): TaxedAmount {
  const taxExcluded = withoutTax(line, rate, rounding);
  return { taxExcluded, tax: line.taxIncluded ? line.amount - taxExcluded : taxOn(taxExcluded, rate, rounding) };
}

/** Rule "convert": removes the tax from an amount that contains it. Amounts without tax do not change. */
export function withoutTax({ amount, taxIncluded }: UntaxedLine, rate: TaxRate, rounding: Rounding): bigint {
  return taxIncluded ? amount - taxWithin(amount, rate, rounding) : amount;
}

/** Rule "only inclusive": calculates the tax within the sum of all lines. */
function taxWithinAll(lines: readonly UntaxedLine[], rate: TaxRate, rounding: Rounding): TaxedAmount[] {
  const amounts = lines.map(({ amount }) => amount);
  const shares = sharesOfTax(amounts, (sum) => taxWithin(sum, rate, rounding));
  return shares.map(({ amount, tax }) => ({ taxExcluded: amount - tax, tax }));
}

/**
 * Rules "only exclusive" and "mixed": calculate the tax on the sum of all lines. If only some lines contain their tax, the
 * amounts of these lines are first converted to amounts without tax. Each converted amount is rounded.
 */
function taxOnAll(lines: readonly UntaxedLine[], rate: TaxRate, rounding: Rounding): TaxedAmount[] {
  const amounts = lines.map((line) => withoutTax(line, rate, rounding));
  const shares = sharesOfTax(amounts, (sum) => taxOn(sum, rate, rounding));
  return shares.map(({ amount, tax }) => ({ taxExcluded: amount, tax }));
}

/**
 * Rule "share": divides the tax of a sum among the amounts that form the sum. The share of an amount is the difference between
 * two taxes: the tax on the sum up to and including this amount, and the tax on the sum before this amount. The shares therefore
 * add up to exactly the tax of the sum, although the tax is rounded only once.
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
