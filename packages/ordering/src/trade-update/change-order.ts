import {
  type ErrorEntry,
  errorCode,
  flag,
  isAmount,
  priceChangeBasis,
  slipStatus,
  type TradeImport,
} from '@trading-platform/domain-types';
import { toParts } from '../decimal/exact-decimal.js';
import { formatDay } from '../delivery/civil-day.js';
import { formatSecondOfDay } from '../delivery/japan-time.js';
import type { ProductAnswer } from '../delivery/judge-products.js';
import {
  deliveryErrors,
  error,
  findPlace,
  lotErrors,
  priceUnreadable,
  productError,
  unknownPlaceError,
  wishErrors,
} from '../order/judge-order.js';
import { taxingOf } from '../order/order-amounts.js';
import type { OrderProduct } from '../order/order-product.js';
import { lineId, productFieldsOf } from '../order/slip-views.js';
import { effectivePrice } from '../tax/effective-price.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { amountsAnew, beyondErrors, type LineToPrice } from './amounts-anew.js';
import type { ActionResult, ChangedLine } from './changed-slip.js';
import { type MatchedLine, matchLines } from './match-lines.js';
import { pairRules } from './pair-rules.js';
import { orderedLineOf } from './slip-lines.js';
import type { SlipUpdateLine } from './slip-update.js';
import type { UsableUpdate } from './usable-update.js';

/** The buyer changes an order that is planned, or that the seller has not confirmed yet (Spec 4.11). */
export function changeOrder(judged: UsableUpdate): ActionResult {
  const { view, update, pair } = judged;
  const place =
    update.delivery_place_code === undefined ? undefined : (findPlace(update, pair.deliveryPlaces) ?? 'unknown');
  const wish = update.hope_delivery_date ?? view.hope_delivery_date ?? '';
  const change = { ...judged, wish, isNewWish: wish !== view.hope_delivery_date };
  const isRepriced = update.detail_list !== undefined || change.isNewWish;
  const lines = isRepriced ? judgeLines(change) : undefined;
  const amounts = lines && changedAmounts(change, lines);
  const errors = [
    ...(lines === undefined ? [] : wishErrors({ hope_delivery_date: wish }, lines)),
    ...(place === 'unknown' ? [unknownPlaceError()] : []),
    ...(lines === undefined ? [] : lineErrors(lines, amounts)),
  ];
  if (errors.length > 0) return { errors };
  return {
    changes: {
      header: {
        ...(change.isNewWish ? { hope_delivery_date: wish, delivery_date: wish } : {}),
        ...(typeof place === 'object' ? placeFields(place) : {}),
        order_trade_comment: update.order_trade_comment,
        ...(view.status_code === slipStatus.ordered ? sentAgain(judged) : {}),
        ...amounts?.header,
      },
      ...(lines && amounts && { lines: changedLines(change, lines, amounts.details) }),
    },
  };
}

interface Change extends UsableUpdate {
  readonly wish: string;
  readonly isNewWish: boolean;
}

function placeFields(place: Exclude<ReturnType<typeof findPlace>, 'unknown' | undefined>) {
  return {
    delivery_place_id: place.deliveryPlaceId,
    delivery_place_code: place.deliveryPlaceCode,
    delivery_place_name: place.deliveryPlaceName,
  };
}

/** The order keeps the time at which it was sent for the first time, in `order_send_date` and `order_send_time`. */
function sentAgain({ at }: Pick<UsableUpdate, 'at'>) {
  return { resend_flg: flag.on, send_date: formatDay(at.day), send_time: formatSecondOfDay(at.second) };
}

/** A line of the changed order. */
interface JudgedLine extends LineToPrice {
  /** The place of the line in the slip before the update, or undefined for a new line. */
  readonly kept: number | undefined;
  /** The line of the update, or undefined if the update does not name the lines. */
  readonly named: SlipUpdateLine | undefined;
  readonly delivery: ProductAnswer | undefined;
  readonly errors: readonly ErrorEntry[];
}

function judgeLines(change: Change): readonly JudgedLine[] {
  const { view, update, pair, at } = change;
  const former = view.detail_list ?? [];
  const { findProduct, productOf } = pairRules(pair, at);
  const matched: readonly MatchedLine[] =
    update.detail_list === undefined
      ? former.map((_, kept) => ({ kept, named: undefined, item: 'hope_delivery_date', errors: [] }))
      : matchLines(former, update.detail_list, findProduct);
  return matched.map((line) => {
    const stored = line.kept === undefined ? undefined : former[line.kept];
    return stored === undefined
      ? judgeNewLine(line, change)
      : judgeKeptLine(line, stored, productOf(stored.my_catalog_id ?? ''), change);
  });
}

/** Rule "new line": a new line is judged like a line of an upload, and has the price of today. */
function judgeNewLine({ named, item, at = '', errors }: MatchedLine, change: Change): JudgedLine {
  const line = named!;
  const { pair, at: now, wish } = change;
  const { findProduct, answerOf } = pairRules(pair, now);
  const unpriced = { former: undefined, kept: undefined, named, delivery: undefined, product: undefined };
  const nothing = { quantity: '0', price: '0', taxRateCode: '', lotWithTaxCode: '' };
  if (errors.length > 0) return { ...nothing, ...unpriced, errors };
  const product = findProduct(asUploaded(line));
  if (typeof product === 'string') return { ...nothing, ...unpriced, errors: [productError(item, product)] };
  const price = effectivePrice(product.catalog, { order: formatDay(now.day), delivery: wish });
  const delivery = answerOf(product, wish);
  const lots = lotErrors(`${at}prod_lot_qty`, line, product);
  const judged = { ...unpriced, ...taxingOf(product), quantity: line.prod_lot_qty, product, delivery };
  if (!isAmount(price)) {
    return { ...judged, price: '0', errors: [error(item, errorCode.productNotOrderable, priceUnreadable), ...lots] };
  }
  return { ...judged, price, errors: [...deliveryErrors(item, delivery.refusal), ...lots] };
}

function asUploaded({ catalog_id, private_item_code, prod_lot_qty }: SlipUpdateLine) {
  return {
    line_no: '',
    prod_lot_qty,
    ...(catalog_id === undefined ? {} : { catalog_id }),
    ...(private_item_code === undefined ? {} : { private_item_code }),
  };
}

/**
 * Rule "kept line": a line keeps its price. Lots are judged only for another quantity, and order blocks and the wished date only
 * for a new date or a greater quantity.
 */
function judgeKeptLine(
  { kept, named, item, at = '', errors }: MatchedLine,
  former: SlipDetail,
  product: OrderProduct | undefined,
  change: Change,
): JudgedLine {
  const ordered = orderedLineOf(former);
  const quantity = named?.prod_lot_qty ?? ordered.quantity;
  const more = toParts(quantity) - toParts(ordered.quantity);
  const delivery = change.isNewWish || more > 0n ? deliveryOf(product, more > 0n, item, change) : noDelivery;
  const lots =
    more !== 0n && product !== undefined ? lotErrors(`${at}prod_lot_qty`, { prod_lot_qty: quantity }, product) : [];
  const price = keptPrice(ordered.price, product, change);
  const isReadable = price === ordered.price || isAmount(price);
  const priceErrors = isReadable ? [] : [error(item, errorCode.productNotOrderable, priceUnreadable)];
  return {
    ...ordered,
    quantity: more === 0n ? ordered.quantity : quantity,
    price: isReadable ? price : ordered.price,
    former,
    product,
    kept,
    named,
    delivery: delivery.answer,
    errors: [...errors, ...delivery.errors, ...priceErrors, ...lots],
  };
}

interface JudgedDelivery {
  readonly answer: ProductAnswer | undefined;
  readonly errors: readonly ErrorEntry[];
}

const noDelivery: JudgedDelivery = { answer: undefined, errors: [] };

/**
 * A product that can no longer be ordered has no delivery date, as in order generation. Its quantity cannot be
 * increased.
 */
function deliveryOf(
  product: OrderProduct | undefined,
  isMore: boolean,
  item: string,
  { pair, at, wish }: Change,
): JudgedDelivery {
  const answer = product && pairRules(pair, at).answerOf(product, wish);
  if (answer !== undefined && answer.refusal !== 'not-orderable') {
    return { answer, errors: deliveryErrors(item, answer.refusal) };
  }
  return isMore ? { answer: undefined, errors: [productError(item, 'not-orderable')] } : noDelivery;
}

/** Rule "kept price": a line keeps its price, unless its price depends on the delivery date and this date changes. */
function keptPrice(price: string, product: OrderProduct | undefined, { view, wish, isNewWish }: Change): string {
  const isByDelivery = product?.catalog.price_change_st_date_code === priceChangeBasis.deliveryDate;
  if (!isNewWish || !isByDelivery) return price;
  return effectivePrice(product.catalog, { order: view.order_day ?? '', delivery: wish });
}

function changedAmounts({ view, pair, wish, at }: Change, lines: readonly JudgedLine[]) {
  const dates = { orderSendDate: view.order_day || formatDay(at.day), deliveryDate: wish };
  return amountsAnew({ view, lines, pair, shipping: view.trade_shipping || '0', dates });
}

/** If several lines have the same error in the same field, such as the wished date, the error is reported once. */
function lineErrors(
  lines: readonly JudgedLine[],
  amounts: ReturnType<typeof changedAmounts> | undefined,
): readonly ErrorEntry[] {
  const own = lines.flatMap(({ errors }) => errors);
  if (own.length > 0 || amounts === undefined) {
    return [...new Map(own.map((entry) => [`${entry.error_item} ${entry.error_code}`, entry])).values()];
  }
  const item = (place: number) =>
    lines[place]?.named === undefined ? 'hope_delivery_date' : `detail_list[${place}].prod_lot_qty`;
  return beyondErrors(amounts, item, lines.some(({ named }) => named) ? 'detail_list' : 'hope_delivery_date');
}

function changedLines(
  { view, pair }: Change,
  lines: readonly JudgedLine[],
  details: ReturnType<typeof changedAmounts>['details'],
): readonly ChangedLine[] {
  const tradeId = view.trade_id;
  let number = greatestNumber(view);
  return lines.map((line, place): ChangedLine => {
    const amounts = details[place]!;
    const { named, kept, product } = line;
    const ordered = named === undefined ? {} : { order_prod_lot_qty: line.quantity };
    if (kept !== undefined) {
      const remarks = named?.prod_remarks === undefined ? {} : { prod_remarks: named.prod_remarks };
      return { kept, fields: { ...amounts, ...ordered, ...remarks } };
    }
    number += 1;
    const own = {
      ...amounts,
      ...ordered,
      trade_prod_id: lineId(tradeId, number),
      prod_remarks: named?.prod_remarks ?? '',
    };
    const fields = productFieldsOf(pair)(product!);
    return { added: { buyer: { ...fields.buyer, ...own }, seller: { ...fields.seller, ...own } } };
  });
}

/** The greatest number of a line. Lines that were imported may have other ids, so there are at least as many numbers as lines. */
function greatestNumber({ trade_id, detail_list = [] }: TradeImport): number {
  const numbers = detail_list.map(({ trade_prod_id = '' }) =>
    trade_prod_id.startsWith(trade_id) && /^\d{1,9}$/.test(trade_prod_id.slice(trade_id.length))
      ? Number(trade_prod_id.slice(trade_id.length))
      : 0,
  );
  return Math.max(detail_list.length, ...numbers);
}
