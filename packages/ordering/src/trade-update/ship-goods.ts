import {
  addDays,
  type ErrorEntry,
  errorCode,
  flag,
  isDate,
  ownLimits,
  perusalFlg,
  slipStatus,
  type TradeImport,
} from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import { fromParts, toParts } from '../decimal/exact-decimal.js';
import { formatTime } from '../delivery/change-until.js';
import { formatDay } from '../delivery/civil-day.js';
import { formatSecondOfDay, type JapanTime } from '../delivery/japan-time.js';
import { error } from '../order/judge-order.js';
import type { OrderPair } from '../order/order-pair.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { amountsAnew, beyondErrors, type LineToPrice } from './amounts-anew.js';
import type { ActionResult, ChangedLine } from './changed-slip.js';
import { pairRules } from './pair-rules.js';
import { orderedLineOf, placesById } from './slip-lines.js';
import { hasFcPart } from './slip-parties.js';
import type { SlipUpdate, SlipUpdateLine } from './slip-update.js';
import { unknownLineError } from './unknown-line.js';
import type { UpdateSettings } from './update-settings.js';
import type { UsableUpdate } from './usable-update.js';

/** Returns the fields that a shipment and a confirmation set, because both confirm the order. */
export function confirmed({ slip, at }: Pick<UsableUpdate, 'slip' | 'at'>) {
  return {
    seller: { perusal_flg: perusalFlg.confirmed },
    life: { confirmedAt: slip.life.confirmedAt || formatTime(at) },
  };
}

/** The seller confirms the order, perhaps for another delivery date (Spec 4.11). */
export function confirmOrder(judged: UsableUpdate): ActionResult {
  const { view, update } = judged;
  const { delivery_date, trade_comment } = update;
  const errors = dayErrors('delivery_date', delivery_date, view);
  return errors.length > 0
    ? { errors }
    : { changes: { header: { delivery_date, trade_comment }, ...confirmed(judged) } };
}

/** The seller ships the goods, or corrects the shipment after the buyer has requested a correction (Spec 4.11). */
export function shipGoods(judged: UsableUpdate): ActionResult {
  const { slip, view, update, at, settings, pair } = judged;
  const days = shippingDays(view, update, at);
  const lines = shippedLines(view, update.detail_list ?? [], slip.life.orderPrices, settings);
  const repriced = isRepriced(view, update, lines.lines) ? shippedAmounts(judged, pair, days.fields, lines) : undefined;
  const errors = [
    ...days.errors,
    ...(repriced?.shippingErrors ?? []),
    ...lines.errors,
    ...(repriced?.lineErrors ?? []),
  ];
  if (errors.length > 0) return { errors };
  const { check_number, trade_comment } = update;
  const details = repriced?.amounts.details;
  return {
    changes: {
      header: {
        ...days.fields,
        check_number,
        trade_comment,
        status_code: slipStatus.shipped,
        ...(view.status_code === slipStatus.correctionRequested ? { resend_flg: flag.on } : {}),
        ...repriced?.amounts.header,
      },
      ...confirmed(judged),
      lines:
        details === undefined
          ? lines.lines
          : lines.lines.map(({ kept, fields }) => ({ kept, fields: withAmounts(fields, details[kept]!) })),
      life: { ...confirmed(judged).life, orderPrices: lines.orderPrices },
    },
  };
}

/** The amounts of a line that the update does not change are not copied. */
function withAmounts(fields: SlipDetail, amounts: SlipDetail): SlipDetail {
  return fields === noFields ? amounts : { ...fields, ...amounts };
}

/**
 * Rule "shipping days": the shipping day and the delivery day must be from the order day to 366 days after it, and
 * goods must not be shipped after their delivery.
 */
function shippingDays(view: TradeImport, update: SlipUpdate, at: JapanTime) {
  const { delivery_date } = update;
  const shipping_send_date = update.shipping_send_date ?? formatDay(at.day);
  const shipping_send_time = update.shipping_send_time ?? formatSecondOfDay(at.second);
  const delivery = delivery_date ?? view.delivery_date ?? '';
  const errors = [
    ...dayErrors('delivery_date', delivery_date, view),
    ...dayErrors('shipping_send_date', shipping_send_date, view),
  ];
  if (errors.length === 0 && delivery !== '' && shipping_send_date > delivery) {
    errors.push(shippedTooLate(update, shipping_send_date, delivery));
  }
  return { fields: { delivery_date, shipping_send_date, shipping_send_time }, errors };
}

function shippedTooLate(
  { shipping_send_date, delivery_date }: SlipUpdate,
  shipped: string,
  delivery: string,
): ErrorEntry {
  const isShippingWrong = shipping_send_date !== undefined || delivery_date !== undefined;
  return isShippingWrong
    ? error('shipping_send_date', errorCode.fromAfterTo, errorText('shippedAfterDelivery', { day: delivery }))
    : error('delivery_date', errorCode.fromAfterTo, errorText('deliveredBeforeShipping', { day: shipped }));
}

/** Rule "days of an update": a day from the order day to 366 days after it. */
export function dayErrors(item: string, day: string | undefined, { order_day = '' }: TradeImport): ErrorEntry[] {
  if (day === undefined || !isDate(order_day)) return [];
  const last = addDays(order_day, ownLimits.deliveryDaysAhead);
  if (order_day <= day && day <= last) return [];
  return [error(item, errorCode.notAllowed, errorText('dayBetweenWritten', { first: order_day, last }))];
}

const noFields: SlipDetail = {};

interface ShippedLine {
  readonly kept: number;
  readonly fields: SlipDetail;
}

interface ShippedLines {
  readonly lines: readonly (ShippedLine & ChangedLine)[];
  /** The place of each named line of the update, by the place of the line in the slip. */
  readonly namedAt: ReadonlyMap<number, number>;
  readonly orderPrices: ReadonlyMap<string, string>;
  readonly errors: readonly ErrorEntry[];
}

function shippedLines(
  { detail_list = [] }: TradeImport,
  named: readonly SlipUpdateLine[],
  formerPrices: ReadonlyMap<string, string>,
  settings: UpdateSettings,
): ShippedLines {
  const places = placesById(detail_list);
  const namedAt = new Map<number, number>();
  const orderPrices = new Map(formerPrices);
  const errors: ErrorEntry[] = [];
  for (const [index, { trade_prod_id = '' }] of named.entries()) {
    const place = places.get(trade_prod_id);
    if (place === undefined) errors.push(unknownLineError(index));
    else namedAt.set(place, index);
  }
  const lines = detail_list.map((line, kept) => {
    const index = namedAt.get(kept);
    if (index === undefined) return { kept, fields: noFields };
    const orderPrice = formerPrices.get(line.trade_prod_id ?? '') ?? line.prod_lot_price ?? '';
    errors.push(...shippedLineErrors(named[index]!, `detail_list[${index}].`, line, orderPrice, settings));
    const fields = shippedFields(named[index]!, line);
    if (fields.prod_lot_price !== undefined) orderPrices.set(line.trade_prod_id ?? '', orderPrice);
    return { kept, fields };
  });
  if (errors.length === 0 && !lines.some(({ kept, fields }) => isAboveZero(fields, detail_list[kept]!))) {
    errors.push(error('detail_list', errorCode.quantityAgainstLot, errorText('nothingShipped')));
  }
  return { lines, namedAt, orderPrices, errors };
}

function isAboveZero(fields: SlipDetail, line: SlipDetail): boolean {
  return toParts(fields.prod_lot_qty ?? line.prod_lot_qty ?? '') > 0n;
}

/**
 * Rule "bounds of a shipment": quantities and prices must not be higher than in the order, plus the percentages that
 * the settings allow.
 */
function shippedLineErrors(
  { prod_lot_qty, prod_lot_price }: SlipUpdateLine,
  at: string,
  line: SlipDetail,
  orderPrice: string,
  { shipQuantityAbovePercent, shipPriceAbovePercent }: UpdateSettings,
): readonly ErrorEntry[] {
  const mostQuantity = withPercent(orderedQuantity(line), shipQuantityAbovePercent);
  const mostPrice = withPercent(orderPrice, shipPriceAbovePercent);
  const quantityErrors = isAbove(prod_lot_qty, mostQuantity)
    ? [
        error(
          `${at}prod_lot_qty`,
          errorCode.quantityAgainstLot,
          errorText('shipAtMost', { most: textOf(mostQuantity) }),
        ),
      ]
    : [];
  const priceErrors = isAbove(prod_lot_price ?? '', mostPrice)
    ? [error(`${at}prod_lot_price`, errorCode.notAllowed, errorText('priceAtMost', { most: textOf(mostPrice) }))]
    : [];
  return [...quantityErrors, ...priceErrors];
}

function orderedQuantity({ order_prod_lot_qty, prod_lot_qty }: SlipDetail): string {
  return order_prod_lot_qty || prod_lot_qty || '';
}

/** A number and a percentage of it, in units of 1/1,000,000. */
function withPercent(text: string, percent: number): bigint {
  return toParts(text) * (100n + BigInt(percent));
}

function isAbove(text: string, most: bigint): boolean {
  return toParts(text) * 100n > most;
}

function textOf(hundredths: bigint): string {
  return fromParts(hundredths / 100n);
}

/**
 * Rule "changed line": if the quantity, price or remark of a line changes, the line is marked, and its ordered values
 * are kept.
 */
function shippedFields({ prod_lot_qty, prod_lot_price, prod_remarks }: SlipUpdateLine, line: SlipDetail): SlipDetail {
  const fields = {
    ...(isSameNumber(prod_lot_qty, line.prod_lot_qty) ? {} : { prod_lot_qty }),
    ...(prod_lot_price === undefined || isSameNumber(prod_lot_price, line.prod_lot_price) ? {} : { prod_lot_price }),
    ...(prod_remarks === undefined || prod_remarks === line.prod_remarks ? {} : { prod_remarks }),
  };
  if (Object.keys(fields).length === 0) return fields;
  return {
    ...fields,
    mod_flg: flag.on,
    order_prod_lot_qty: orderedQuantity(line),
    order_prod_unit_name: line.order_prod_unit_name || (line.prod_unit_name ?? ''),
  };
}

function isSameNumber(one: string, other = ''): boolean {
  return toParts(one) === toParts(other);
}

/** Amounts change with quantities, prices and shipping costs. FC prices may also change with the delivery date. */
function isRepriced(view: TradeImport, { trade_shipping }: SlipUpdate, lines: readonly ShippedLine[]): boolean {
  const areLinesRepriced = lines.some(
    ({ fields }) => fields.prod_lot_qty !== undefined || fields.prod_lot_price !== undefined,
  );
  return areLinesRepriced || trade_shipping !== undefined || hasFcPart(view);
}

function shippedAmounts(
  { view, update, at }: UsableUpdate,
  pair: OrderPair,
  days: { readonly delivery_date: string | undefined },
  { lines, namedAt }: ShippedLines,
) {
  const productOf = hasFcPart(view) ? pairRules(pair, at).productOf : () => undefined;
  const toPrice = lines.map(({ kept, fields }): LineToPrice => {
    const former = view.detail_list?.[kept] ?? {};
    const ordered = orderedLineOf(former);
    return {
      ...ordered,
      quantity: fields.prod_lot_qty || ordered.quantity,
      price: fields.prod_lot_price || ordered.price,
      former,
      product: productOf(former.my_catalog_id ?? ''),
    };
  });
  const dates = {
    orderSendDate: view.order_day ?? '',
    deliveryDate: days.delivery_date ?? view.delivery_date ?? '',
  };
  const shipping = update.trade_shipping ?? (view.trade_shipping || '0');
  const amounts = amountsAnew({ view, lines: toPrice, pair, shipping, dates });
  const item = (place: number) => {
    const index = namedAt.get(place);
    return index === undefined ? 'detail_list' : `detail_list[${index}].prod_lot_qty`;
  };
  const errors = beyondErrors(amounts, item, update.trade_shipping === undefined ? 'detail_list' : 'trade_shipping');
  return {
    amounts,
    shippingErrors: errors.filter(isShippings),
    lineErrors: errors.filter((entry) => !isShippings(entry)),
  };
}

function isShippings({ error_item }: ErrorEntry): boolean {
  return error_item === 'trade_shipping';
}
