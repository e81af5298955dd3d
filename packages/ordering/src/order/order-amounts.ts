import { isSignedAmount, isWithinAmounts, type TradeDetail } from '@trading-platform/domain-types';
import { type ErrorText, errorText } from '@trading-platform/domain-types/error-texts';
import { calculateFcPrice } from '../fc-price/calculate-fc-price.js';
import type { FcPriceDates } from '../fc-price/fc-price-rule.js';
import { ruleThatGoes } from '../fc-price/rules-covering.js';
import { amountsApart, type FcPart, type OrderedLine } from '../tax/trade-amounts.js';
import type { OrderPair } from './order-pair.js';
import type { OrderProduct } from './order-product.js';
import type { UploadedLine } from './uploaded-order.js';

/** A line of an order, with its product and with the price that is valid on the dates of the order. */
export interface PricedLine {
  readonly line: UploadedLine;
  readonly product: OrderProduct;
  /** The price in yen, as a decimal. */
  readonly price: string;
}

/** The amounts of an order: the amounts of its header and, in the order of the lines, the amounts of each line. */
export type OrderAmounts = ReturnType<typeof amountsApart>;

/** Calculates the amounts of an order by the seller's tax rules, and its FC part by the FC owner's tax rules. */
export function orderAmounts(
  { seller, fcOwner }: Pick<OrderPair, 'seller' | 'fcOwner'>,
  lines: readonly PricedLine[],
  dates: FcPriceDates,
): OrderAmounts {
  const ordered = lines.map(({ line, product, price }) => ({
    ...taxingOf(product),
    quantity: line.prod_lot_qty,
    price,
  }));
  const fc: FcPart | undefined = fcOwner && { owner: fcOwner, prices: lines.map((line) => fcPriceOf(line, dates)) };
  return amountsApart(ordered, seller, fc);
}

function fcPriceOf({ product, price }: PricedLine, dates: FcPriceDates): string {
  return String(calculateFcPrice(price, ruleThatGoes(product.fcRules, dates)));
}

/** Returns the tax codes of a product. */
export function taxingOf({ catalog }: OrderProduct): Pick<OrderedLine, 'taxRateCode' | 'lotWithTaxCode'> {
  return { taxRateCode: catalog.tax_rate_code, lotWithTaxCode: catalog.prod_lot_with_tax_code };
}

const reasons = {
  line: errorText('lineTooLarge'),
  price: errorText('fcPriceTooLarge'),
  total: errorText('orderTooLarge'),
} as const;

/**
 * Rule "amounts": no price, line amount or total of a slip may have more digits before the decimal point than amounts allow (Spec
 * 2.5). If the totals of a slip are within the limit for amounts, the amounts of all its lines are within this limit too, because
 * no amount of an order is negative.
 *
 * @returns the errors by the place of the line. They name the lines that are too large or, if no line is too large, the
 * line with which the total becomes too large.
 */
export function amountsBeyond({ header, ...amounts }: OrderAmounts): ReadonlyMap<number, ErrorText> {
  const details: readonly DetailAmounts[] = amounts.details;
  const hasPossibleTotals = areAmounts([header.trade_total, header.fc_trade_total]);
  const beyond = new Map(details.flatMap((detail, index) => lineBeyond(detail, index, hasPossibleTotals)));
  if (beyond.size > 0 || hasPossibleTotals) return beyond;
  const sums = [
    details.map(({ prod_lot_sum }) => prod_lot_sum),
    details.map(({ fc_prod_lot_sum = '0' }) => fc_prod_lot_sum),
  ];
  return new Map(sums.flatMap((of) => totalBeyond(of)));
}

type DetailAmounts = Pick<TradeDetail, 'prod_lot_sum'> &
  Partial<Pick<TradeDetail, 'fc_prod_lot_price' | 'fc_prod_lot_sum'>>;

function lineBeyond(detail: DetailAmounts, index: number, hasPossibleTotals: boolean): [number, ErrorText][] {
  if (!areAmounts([detail.fc_prod_lot_price])) return [[index, reasons.price]];
  if (hasPossibleTotals || areAmounts([detail.prod_lot_sum, detail.fc_prod_lot_sum])) return [];
  return [[index, reasons.line]];
}

function areAmounts(texts: readonly (string | undefined)[]): boolean {
  return texts.every((text) => text === undefined || isSignedAmount(text));
}

function totalBeyond(sums: readonly string[]): [number, ErrorText][] {
  let total = 0n;
  const index = sums.findIndex((sum) => {
    total += BigInt(sum);
    return !isWithinAmounts(total);
  });
  return index === -1 ? [] : [[index, reasons.total]];
}
