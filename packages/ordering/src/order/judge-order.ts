import { type ErrorCode, type ErrorEntry, errorCode, flag, isAmount } from '@trading-platform/domain-types';
import { type ErrorText, errorDetail, errorText } from '@trading-platform/domain-types/error-texts';
import { changeUntilRule } from '../delivery/change-until.js';
import { formatDay, parseDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import { type DeliveryRefusal, type ProductAnswer, productJudge } from '../delivery/judge-products.js';
import { remembered } from '../delivery/remembered.js';
import type { DeliveryPlace } from '../member/delivery-place-format.js';
import type { RefusedMember } from '../member/refused-member.js';
import { effectivePrice } from '../tax/effective-price.js';
import { fitsLots, lotForm } from './lot.js';
import { amountsBeyond, type OrderAmounts, orderAmounts, type PricedLine } from './order-amounts.js';
import type { OrderPair } from './order-pair.js';
import { type FindProduct, type NoProduct, type OrderProduct, productFinder } from './order-product.js';
import type { UploadedLine, UploadedOrder } from './uploaded-order.js';

/** An order that can become a slip. */
export interface AcceptedOrder {
  readonly order: UploadedOrder;
  readonly pair: Omit<OrderPair, 'products'>;
  /**
   * The place to which the order is delivered. Undefined if the order names no delivery place and the buyer has no default place.
   */
  readonly deliveryPlace: DeliveryPlace | undefined;
  readonly lines: readonly PricedLine[];
  readonly amounts: OrderAmounts;
  /** The sending time of the order, that is, the time at which the upload was accepted. */
  readonly at: JapanTime;
  /** The first moment at which the buyer cannot change the order any more, if it is sent. */
  readonly changeUntil: string;
}

/** The judgement of an order: either the order is accepted, or the result lists all its defects in the order of its fields. */
export type OrderJudgement =
  | { readonly accepted: AcceptedOrder }
  | { readonly errors: readonly [ErrorEntry, ...ErrorEntry[]] };

/** Judges one order after another. */
export type OrderJudge = (order: UploadedOrder) => OrderJudgement;

/**
 * Makes a judge for the orders of one buyer with one seller (Spec 4.11). The judge checks the delivery place, the products, order
 * blocks, lots, and the shortest delivery date as in 4.5. Make one judge for all orders of the pair in an upload, so that the
 * settings are evaluated only once.
 *
 * @param at when the upload was accepted
 */
export function orderJudge(pair: OrderPair, at: JapanTime): OrderJudge {
  const { products, ...known } = pair;
  const findProduct = productFinder(products);
  const judgeProduct = productJudge(at, pair.settings);
  const changeUntil = changeUntilRule(at, pair.settings);
  const answersFor = remembered((hopeDeliveryDate: string) => {
    const wish = parseDay(hopeDeliveryDate);
    return remembered((product: OrderProduct) =>
      judgeProduct({ catalogId: product.catalogId, wish, lines: [product] }),
    );
  });
  return (order) => {
    const place = findPlace(order, pair.deliveryPlaces);
    const days = { order: formatDay(at.day), delivery: order.hope_delivery_date };
    const answerOf = answersFor(order.hope_delivery_date);
    const priceOf = ({ catalog }: OrderProduct) => effectivePrice(catalog, days);
    const lines = order.detail_list.map((line, index) => judgeLine(line, index, findProduct, answerOf, priceOf));
    const priced = lines.filter(isPriced);
    const amounts = orderAmounts(pair, priced, { orderSendDate: days.order, deliveryDate: days.delivery });
    const [first, ...others] = [
      ...(place === 'unknown' ? [unknownPlaceError()] : []),
      ...wishErrors(order, lines),
      ...lineErrors(lines, priced, amountsBeyond(amounts)),
    ];
    if (first !== undefined) return { errors: [first, ...others] };
    const accepted = priced.map(({ line, product, price }) => ({ line, product, price }));
    return {
      accepted: {
        order,
        pair: known,
        deliveryPlace: place as DeliveryPlace,
        lines: accepted,
        amounts,
        at,
        changeUntil: changeUntil(accepted.map(({ product }) => product.memberCodeOrderTo)),
      },
    };
  };
}

/**
 * Returns the errors of an order if the caller may not name its members, or if its buyer has no relation to the seller. The list
 * of errors contains at least one error.
 */
export function memberErrors(refused: readonly RefusedMember[]): readonly [ErrorEntry, ...ErrorEntry[]] {
  return refused.map((field) => error(field, errorCode.memberNotVisible)) as [ErrorEntry, ...ErrorEntry[]];
}

/** Returns the error of an order whose `upload_no` is already used for a different order. */
export function uploadNoError(): ErrorEntry {
  return error('upload_no', errorCode.duplicate, errorText('uploadNoTaken'));
}

/** Returns the error of an order or an update whose delivery place the buyer does not have. */
export function unknownPlaceError(): ErrorEntry {
  return error('delivery_place_code', errorCode.notAllowed, errorText('deliveryPlaceUnknown'));
}

/**
 * Rule "delivery place": selects the buyer's first delivery place with the given code or, without a code, the first default
 * place.
 */
export function findPlace(
  { delivery_place_code }: Pick<UploadedOrder, 'delivery_place_code'>,
  places: readonly DeliveryPlace[],
): DeliveryPlace | 'unknown' | undefined {
  if (delivery_place_code === undefined) return places.find(({ defaultFlg }) => defaultFlg === flag.on);
  return places.find(({ deliveryPlaceCode }) => deliveryPlaceCode === delivery_place_code) ?? 'unknown';
}

interface JudgedLine extends Partial<Omit<PricedLine, 'line'>> {
  readonly line: UploadedLine;
  readonly index: number;
  readonly delivery: ProductAnswer | undefined;
  readonly errors: readonly ErrorEntry[];
}

/** The amounts of a line can be calculated only if its product and price are known. */
function isPriced(line: JudgedLine): line is JudgedLine & PricedLine {
  return line.product !== undefined && line.price !== undefined;
}

/** If the quantity of a line does not fit the lot, the lot error is the only error reported for the line. */
function lineErrors(
  lines: readonly JudgedLine[],
  priced: readonly JudgedLine[],
  beyond: ReadonlyMap<number, ErrorText>,
): readonly ErrorEntry[] {
  if (beyond.size === 0) return lines.flatMap(({ errors }) => errors);
  const reasonOf = new Map([...beyond].map(([place, reason]) => [priced[place], reason]));
  return lines.flatMap((line) => {
    const item = `detail_list[${line.index}].prod_lot_qty`;
    const reason = line.errors.some(({ error_item }) => error_item === item) ? undefined : reasonOf.get(line);
    return reason === undefined ? line.errors : [...line.errors, error(item, errorCode.quantityAgainstLot, reason)];
  });
}

function judgeLine(
  line: UploadedLine,
  index: number,
  findProduct: FindProduct,
  answerOf: (product: OrderProduct) => ProductAnswer,
  priceOf: (product: OrderProduct) => string,
): JudgedLine {
  const at = `detail_list[${index}].`;
  const name = at + (line.catalog_id === undefined ? 'private_item_code' : 'catalog_id');
  const product = findProduct(line);
  if (typeof product === 'string') {
    return { index, line, delivery: undefined, errors: [productError(name, product)] };
  }
  const delivery = answerOf(product);
  const price = priceOf(product);
  const quantityErrors = lotErrors(`${at}prod_lot_qty`, line, product);
  if (!isAmount(price)) {
    const errors = [error(name, errorCode.productNotOrderable, priceUnreadable), ...quantityErrors];
    return { index, line, product, delivery, errors };
  }
  const errors = [...deliveryErrors(name, delivery.refusal), ...quantityErrors];
  return { index, line, product, price, delivery, errors };
}

/** An import of old data with amounts as text can store a price that is not a number. */
export const priceUnreadable = errorText('priceUnreadable');

/** Returns the error of a line whose product cannot be found. */
export function productError(item: string, why: NoProduct): ErrorEntry {
  const detail = why === 'ambiguous' ? errorText('codeAmbiguous') : undefined;
  return error(item, errorCode.productNotOrderable, detail);
}

/**
 * A wished date is one field for all lines, so an error about the date names the field `hope_delivery_date`. Every other refusal
 * of delivery is an error of the product.
 */
export function deliveryErrors(item: string, refusal: DeliveryRefusal | undefined): readonly ErrorEntry[] {
  if (refusal === 'order-blocked') return [error(item, errorCode.orderingBlocked)];
  return refusal === 'no-date' ? [error(item, errorCode.noDeliveryDate)] : [];
}

/** Returns the error of a line whose quantity does not fit the lot. */
export function lotErrors(
  item: string,
  { prod_lot_qty }: Pick<UploadedLine, 'prod_lot_qty'>,
  { catalog }: OrderProduct,
): readonly ErrorEntry[] {
  return fitsLots(prod_lot_qty, catalog) ? [] : [error(item, errorCode.quantityAgainstLot, lotForm(catalog))];
}

/**
 * Rule "wished date": the wished date must be possible for every line. The error message names the latest of the shortest
 * delivery dates of the lines.
 */
export function wishErrors(
  { hope_delivery_date }: Pick<UploadedOrder, 'hope_delivery_date'>,
  lines: readonly Pick<JudgedLine, 'delivery'>[],
): readonly ErrorEntry[] {
  if (!lines.some(({ delivery }) => delivery?.refusal === 'wish-not-possible')) return [];
  const shortest = formatDay(Math.max(...lines.map(({ delivery }) => delivery?.day ?? 0)));
  const detail =
    hope_delivery_date < shortest ? errorText('wishTooEarly', { day: shortest }) : errorText('wishNotTrading');
  return [error('hope_delivery_date', errorCode.hopedDateImpossible, detail)];
}

/** Makes an entry of `error_list`. */
export function error(item: string, code: ErrorCode, detail: ErrorText = errorDetail(code)): ErrorEntry {
  return { error_item: item, error_code: code, error_detail: detail };
}
