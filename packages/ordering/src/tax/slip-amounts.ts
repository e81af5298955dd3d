import { fromParts, toParts } from '../decimal/exact-decimal.js';
import type { AmountRules } from './amount-rules.js';
import { lineAmount } from './line-amount.js';
import { taxWithin } from './tax-of-amount.js';
import { type TaxedAmount, taxOfLines, type UntaxedLine } from './tax-of-lines.js';
import type { TaxRate } from './tax-rate.js';

/** The data from which the amounts of a line are calculated. */
export interface SlipLine {
  /** The quantity as a decimal. The quantity is negative for returned goods. */
  readonly quantity: string;
  /** The price in yen, as a decimal. */
  readonly price: string;
  readonly rate: TaxRate;
  /** Whether the price contains the tax. */
  readonly taxIncluded: boolean;
}

/** A line with its amounts in whole yen. Prices may have decimals, but all other amounts are whole yen. */
export interface LineAmounts extends SlipLine, TaxedAmount {
  /** The amount of the line: quantity × price. If the price contains the tax, the amount contains the tax too. */
  readonly amount: bigint;
  /** The price without tax in yen, with at most 4 decimals. */
  readonly priceTaxExcluded: string;
}

/** The amounts of a slip in whole yen: the amounts of each line, the sums for each tax rate, and the sums of the whole slip. */
export interface SlipAmounts {
  readonly lines: readonly LineAmounts[];
  readonly rates: Readonly<Record<TaxRate, TaxedAmount>>;
  readonly overall: TaxedAmount;
}

interface LineOfRate extends SlipLine, UntaxedLine {}

/** Calculates the amounts of a slip: first the amount of each line, then the tax for each rate, and then the sums. */
export function slipAmounts(lines: readonly SlipLine[], rules: AmountRules): SlipAmounts {
  const untaxed = lines.map((line) => ({ ...line, amount: lineAmount(line.quantity, line.price, rules.rounding) }));
  const taxesOf = (rate: TaxRate) => taxOfLines(linesOf(rate, untaxed), rate, rules);
  const taxes = { standard: taxesOf('standard'), reduced: taxesOf('reduced'), exempt: taxesOf('exempt') };
  const rates = { standard: sumOf(taxes.standard), reduced: sumOf(taxes.reduced), exempt: sumOf(taxes.exempt) };
  const next = { standard: 0, reduced: 0, exempt: 0 };
  return {
    lines: untaxed.map((line) => {
      const { taxExcluded, tax } = taxes[line.rate][next[line.rate]++] as TaxedAmount;
      return { ...line, taxExcluded, tax, priceTaxExcluded: priceTaxExcluded(line, rules) };
    }),
    rates,
    overall: sumOf(Object.values(rates)),
  };
}

function linesOf(rate: TaxRate, lines: readonly LineOfRate[]): readonly LineOfRate[] {
  return lines.filter((line) => line.rate === rate);
}

/** Returns the amount to be paid, which is the amount without tax plus its tax. */
export function withTax({ taxExcluded, tax }: TaxedAmount): bigint {
  return taxExcluded + tax;
}

/**
 * Rule "price without tax": calculated like an amount without tax, but rounded to four decimals, because prices have four
 * decimals.
 */
export function priceTaxExcluded({ price, rate, taxIncluded }: SlipLine, { rounding }: AmountRules): string {
  if (!taxIncluded) return price;
  const parts = toParts(price);
  return fromParts(parts - taxWithin(parts, rate, rounding));
}

export function sumOf(amounts: readonly TaxedAmount[]): TaxedAmount {
  return {
    taxExcluded: amounts.reduce((total, { taxExcluded }) => total + taxExcluded, 0n),
    tax: amounts.reduce((total, { tax }) => total + tax, 0n),
  };
}
