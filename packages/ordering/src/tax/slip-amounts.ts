import { fromParts, toParts } from '../decimal/exact-decimal.js';
import type { AmountRules } from './amount-rules.js';
import { lineAmount } from './line-amount.js';
import { taxWithin } from './tax-of-amount.js';
import { type TaxedAmount, taxOfLines, type UntaxedLine } from './tax-of-lines.js';
import type { TaxRate } from './tax-rate.js';

/** The data from which the amounts of a line are computed. */
export interface SlipLine {
  /** A decimal; negative for returned goods. */
  readonly quantity: string;
  /** Yen, a decimal. */
  readonly price: string;
  readonly rate: TaxRate;
  /** Whether the price contains the tax. */
  readonly taxIncluded: boolean;
}

/** A line with its amounts in whole yen; prices may have decimals. */
export interface LineAmounts extends SlipLine, TaxedAmount {
  /** Quantity × price. It contains the tax if the price does. */
  readonly amount: bigint;
  /** Yen, a decimal with at most 4 decimals. */
  readonly priceTaxExcluded: string;
}

/** The amounts of a slip in whole yen: those of its lines, in their order, and their sums by rate and in all. */
export interface SlipAmounts {
  readonly lines: readonly LineAmounts[];
  readonly rates: Readonly<Record<TaxRate, TaxedAmount>>;
  readonly overall: TaxedAmount;
}

interface LineOfRate extends SlipLine, UntaxedLine {}

/** Computes a slip: the amount of each line, then the taxes for each rate, then the sums. */
export function slipAmounts(lines: readonly SlipLine[], rules: AmountRules): SlipAmounts {
  const untaxed = lines.map((line) => ({ ...line, amount: lineAmount(line.quantity, line.price, rules.rounding) }));
  const taxes = taxesByLine(untaxed, rules);
  const sumOf = (rate: TaxRate) => sum(untaxed.filter((line) => line.rate === rate).map(taxes));
  const rates = { standard: sumOf('standard'), reduced: sumOf('reduced'), exempt: sumOf('exempt') };
  return {
    lines: untaxed.map((line) => {
      const { taxExcluded, tax } = taxes(line);
      return { ...line, taxExcluded, tax, priceTaxExcluded: priceTaxExcluded(line, rules) };
    }),
    rates,
    overall: sum(Object.values(rates)),
  };
}

/** What is paid: the amount without tax, and its tax. */
export function withTax({ taxExcluded, tax }: TaxedAmount): bigint {
  return taxExcluded + tax;
}

/** Each rate's lines are taxed together. */
function taxesByLine(lines: readonly LineOfRate[], rules: AmountRules): (line: LineOfRate) => TaxedAmount {
  const taxes = new Map<LineOfRate, TaxedAmount>();
  for (const [rate, ofRate] of Map.groupBy(lines, (line) => line.rate)) {
    const taxed = taxOfLines(ofRate, rate, rules);
    for (const [index, line] of ofRate.entries()) taxes.set(line, taxed[index] as TaxedAmount);
  }
  return (line) => taxes.get(line) as TaxedAmount;
}

/** Rule "price without tax": like the rule for amounts, but rounded to four decimals, because prices have four. */
function priceTaxExcluded({ price, rate, taxIncluded }: SlipLine, { rounding }: AmountRules): string {
  if (!taxIncluded) return price;
  const parts = toParts(price);
  return fromParts(parts - taxWithin(parts, rate, rounding));
}

function sum(amounts: readonly TaxedAmount[]): TaxedAmount {
  return {
    taxExcluded: amounts.reduce((total, { taxExcluded }) => total + taxExcluded, 0n),
    tax: amounts.reduce((total, { tax }) => total + tax, 0n),
  };
}
