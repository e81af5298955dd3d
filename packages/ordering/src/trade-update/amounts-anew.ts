import { type ErrorEntry, errorCode, isSignedAmount, type TradeImport } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { calculateFcPrice } from '../fc-price/calculate-fc-price.js';
import type { FcPriceDates } from '../fc-price/fc-price-rule.js';
import { ruleThatGoes } from '../fc-price/rules-covering.js';
import { error } from '../order/judge-order.js';
import { amountsBeyond, type OrderAmounts } from '../order/order-amounts.js';
import type { OrderPair } from '../order/order-pair.js';
import type { OrderProduct } from '../order/order-product.js';
import { amountsApart, type FcPart, type OrderedLine } from '../tax/trade-amounts.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { fcOwnerOf, hasFcPart } from './slip-parties.js';

/** A line of a slip after an update, before its amounts are calculated. */
export interface LineToPrice extends OrderedLine {
  /** The line before the update, or undefined if the update has added it. */
  readonly former: SlipDetail | undefined;
  /** The product of the line, or undefined if no order master has it any more. */
  readonly product: OrderProduct | undefined;
}

/** The parts of a slip from which its amounts are calculated anew. */
export interface SlipToPrice {
  /** The slip before the update. */
  readonly view: TradeImport;
  readonly lines: readonly LineToPrice[];
  readonly pair: OrderPair;
  /** The shipping costs without tax after the update. */
  readonly shipping: string;
  readonly dates: FcPriceDates;
}

/**
 * Calculates the amounts of a slip anew, by the rules of its seller and its FC owner (Spec 4.11; decision "Amounts of a slip"). An
 * additional amount that was imported stays.
 */
export function amountsAnew(slip: SlipToPrice): OrderAmounts {
  const { view, lines, pair, shipping } = slip;
  return amountsApart(lines, pair.seller, fcPartOf(slip), { shipping, additional: view.trade_additional || '0' });
}

/**
 * Rule "FC part": a slip that was ordered for an FC owner keeps its FC part, even if the buyer now has another FC owner
 * or none.
 */
function fcPartOf({ view, lines, pair, dates }: SlipToPrice): FcPart | undefined {
  if (!hasFcPart(view)) return undefined;
  const isOwners = pair.fcOwner?.memberCode === view.fc_owner_member_code;
  const owner = isOwners ? pair.fcOwner! : fcOwnerOf(view);
  return { owner, prices: lines.map((line) => fcPriceOf(line, isOwners, dates)) };
}

/** Rule "FC price": a line keeps its FC price if the FC owner's rules for the product are not known. */
function fcPriceOf({ former, product, price }: LineToPrice, isOwners: boolean, dates: FcPriceDates): string {
  if (isOwners && product !== undefined) return String(calculateFcPrice(price, ruleThatGoes(product.fcRules, dates)));
  return former?.fc_prod_lot_price || String(calculateFcPrice(price, undefined));
}

/**
 * Returns the errors of a slip whose amounts would have too many digits.
 *
 * @param itemOf returns the field that names a line; its argument is the place of the line in the slip
 * @param otherwise the field that is named if no single line is too large
 */
export function beyondErrors(
  amounts: OrderAmounts,
  itemOf: (place: number) => string,
  otherwise: string,
): readonly ErrorEntry[] {
  const beyond = amountsBeyond(amounts);
  if (beyond.size > 0) {
    return [...beyond].map(([place, reason]) => error(itemOf(place), errorCode.quantityAgainstLot, reason));
  }
  const totals = [amounts.header.trade_total, amounts.header.fc_trade_total ?? '0'];
  return totals.every(isSignedAmount)
    ? []
    : [error(otherwise, errorCode.quantityAgainstLot, errorText('slipTooLarge'))];
}
