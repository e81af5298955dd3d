import { lotPriceTax } from '@trading-platform/domain-types';
import { amountRulesOf } from './amount-rules.js';
import { detailAmounts, detailRate, fcDetailAmounts } from './detail-amounts.js';
import { fcHeaderAmounts, headerAmounts, type InvoicingMember } from './header-amounts.js';
import { lineAmount } from './line-amount.js';
import { type SlipLine, slipAmounts } from './slip-amounts.js';
import { rateOf } from './tax-rate.js';

/** A line of an order, with data from its order-master line (Spec 2.4). */
export interface OrderedLine {
  /** The quantity as a decimal with at most 4 decimals. The quantity is negative for returned goods. */
  readonly quantity: string;
  /** The `effectivePrice` in yen, as a decimal with at most 4 decimals. */
  readonly price: string;
  /** The `tax_rate_code` of the order-master line. */
  readonly taxRateCode: string;
  /** The `prod_lot_with_tax_code` of the order-master line. */
  readonly lotWithTaxCode: string;
}

/** The part of a slip that a franchise store pays to its FC owner. */
export interface FcPart {
  readonly owner: InvoicingMember;
  /** The FC price of each line, in the order of the lines. */
  readonly prices: readonly string[];
}

/**
 * All amount, tax and invoice fields of a slip: the fields of its header, and the fields of each line in the order of the lines.
 */
export type TradeAmounts = ReturnType<typeof tradeAmounts>;

/**
 * Calculates the amounts of a slip by the tax rules of its seller, and the amounts of its FC part by the tax rules of the FC
 * owner. The amounts are returned under the field names of a trade record (Spec 2.5; decision "Amounts of a slip" in
 * docs/open-points.md). A slip without an FC part has no FC fields.
 *
 * @throws RangeError if there are not as many FC prices as lines, or a decimal has more than 4 decimals
 * @example
 * const line = { quantity: '3', price: '105', taxRateCode: '1', lotWithTaxCode: '0' };
 * tradeAmounts([line], seller).header.trade_total; // '340'
 */
export function tradeAmounts(ordered: readonly OrderedLine[], seller: InvoicingMember, fc?: FcPart) {
  const { header, details } = amountsApart(ordered, seller, fc);
  return { header, details: details.map((detail, index) => ({ ...detail, ...rateFields(ordered[index]!) })) };
}

/** Returns the fields of a line that depend only on its product. */
export function rateFields(line: Pick<OrderedLine, 'taxRateCode' | 'lotWithTaxCode'>) {
  return detailRate(taxingOf(line));
}

/** The amounts of a slip that belong to no product, in yen, as decimals. An absent amount is 0. */
export interface OtherCosts {
  /** The shipping costs without tax. */
  readonly shipping?: string;
  /** An amount that is added to the total of the slip. */
  readonly additional?: string;
}

/**
 * Like `tradeAmounts`, but without the `rateFields` of the lines. Shipping costs are one more line of the standard rate, whose
 * price does not include the tax. They are rounded to whole yen by the seller's rules, and the FC part passes them on.
 */
export function amountsApart(
  ordered: readonly OrderedLine[],
  seller: InvoicingMember,
  fc?: FcPart,
  { shipping = '0', additional = '0' }: OtherCosts = {},
) {
  const products = ordered.map(slipLine);
  const rules = amountRulesOf(seller);
  const costs = lineAmount('1', shipping, rules.rounding);
  const lines = costs === 0n ? products : [...products, shippingLine(costs)];
  const amounts = slipAmounts(lines, rules);
  const part = fc && fcAmounts(lines, products.length, fc);
  const details = amounts.lines.slice(0, products.length).map(detailAmounts);
  const other = { shipping: amounts.lines[products.length], additional };
  return {
    header: { ...headerAmounts(amounts, seller, other), ...part?.header },
    details: part === undefined ? details : details.map((detail, index) => ({ ...detail, ...part.details[index] })),
  };
}

function shippingLine(costs: bigint): SlipLine {
  return { quantity: '1', price: String(costs), rate: 'standard', taxIncluded: false };
}

function slipLine(line: OrderedLine): SlipLine {
  const { quantity, price } = line;
  const { rate, taxIncluded } = taxingOf(line);
  return { quantity, price, rate, taxIncluded };
}

function taxingOf({ taxRateCode, lotWithTaxCode }: Pick<OrderedLine, 'taxRateCode' | 'lotWithTaxCode'>) {
  return { rate: rateOf(taxRateCode), taxIncluded: lotWithTaxCode === lotPriceTax.included };
}

/** Rule "FC part": the FC part has the same quantities, tax rates and shipping costs, but FC prices. */
function fcAmounts(lines: readonly SlipLine[], products: number, { owner, prices }: FcPart) {
  if (prices.length !== products) throw new RangeError(`${prices.length} FC prices for ${products} lines`);
  const fcLines = lines.map((line, index) => (index < products ? { ...line, price: prices[index] as string } : line));
  const amounts = slipAmounts(fcLines, amountRulesOf(owner));
  return {
    header: fcHeaderAmounts(amounts, owner, amounts.lines[products]),
    details: amounts.lines.slice(0, products).map(fcDetailAmounts),
  };
}
