import { findOrderableLine, type NotOrderable, type OrderMasterLine } from '../master/order-master-line.js';
import type { CivilDay } from './civil-day.js';
import { type DeliveryCalendar, type DeliverySettings, deliveryCalendar } from './delivery-calendar.js';
import type { DeliveryStep } from './delivery-step.js';
import type { JapanTime } from './japan-time.js';
import { findOrderBlock, type OrderBlock } from './order-block.js';
import { remembered } from './remembered.js';
import { type ShortestDate, shortestDeliveryDate } from './shortest-delivery-date.js';

/** A request for the delivery date of one product. */
export interface ProductQuestion {
  readonly catalogId: string;
  readonly wish: CivilDay | undefined;
  /** The seller's lines with this `catalog_id`, from the order masters of the buyer and its head office. */
  readonly lines: readonly OrderMasterLine[];
}

/** The reason why a product has no delivery date, or why its wished date is not possible. */
export type DeliveryRefusal =
  /** E000012 */
  | 'not-orderable'
  /** E000014 */
  | 'order-blocked'
  /** E000016 */
  | 'no-date'
  /** The error code is E000017. The answer contains a delivery date even if the wished date is refused. */
  | 'wish-not-possible';

/** The answer for one product (Spec 4.5). */
export interface ProductAnswer {
  readonly catalogId: string;
  /** The delivery date, or undefined if the product is refused. */
  readonly day: CivilDay | undefined;
  readonly refusal: DeliveryRefusal | undefined;
  /** The rules that moved the date, in the order in which they were applied. */
  readonly steps: readonly DeliveryStep[];
}

/**
 * The rules of a buyer and a seller, for an order that is sent at a given moment. For the same parameters, a rule always returns
 * the same result.
 */
interface PairRules {
  readonly blockOf: (memberCodeOrderTo: string) => OrderBlock | undefined;
  readonly calendarOf: (memberCodeOrderTo: string) => DeliveryCalendar;
  readonly shortestOf: (line: OrderMasterLine) => ShortestDate;
}

/** Calculates the shortest delivery date of each product of an order, in the order of the products (Spec 4.5). */
export function judgeProducts(
  sent: JapanTime,
  settings: DeliverySettings,
  products: readonly ProductQuestion[],
): ProductAnswer[] {
  return products.map(productJudge(sent, settings));
}

/**
 * Returns a function that judges one product of a pair after another, for orders sent at the same moment. The settings are
 * evaluated only once for all products.
 */
export function productJudge(sent: JapanTime, settings: DeliverySettings): (product: ProductQuestion) => ProductAnswer {
  const rules = pairRules(sent, settings);
  return (product) => judgeProduct(product, rules);
}

function pairRules(sent: JapanTime, settings: DeliverySettings): PairRules {
  const blockOf = remembered((orderTo: string) => findOrderBlock(settings.blocks, orderTo));
  const calendarOf = remembered((orderTo: string) => deliveryCalendar(settings, orderTo));
  const byLeadTime = remembered((orderTo: string) =>
    remembered((leadTime: number) => shortestDeliveryDate(sent, leadTime, calendarOf(orderTo))),
  );
  return {
    blockOf,
    calendarOf,
    shortestOf: ({ memberCodeOrderTo, leadTime }) => byLeadTime(memberCodeOrderTo)(leadTime),
  };
}

/** Applies the rules to one product, in the order in which they can refuse it. */
function judgeProduct({ catalogId, wish, lines }: ProductQuestion, rules: PairRules): ProductAnswer {
  const line = findOrderableLine(lines);
  if (isRefused(line)) return refusal(catalogId, 'not-orderable', [{ rule: 'not-orderable', reason: line }]);
  const found: DeliveryStep = { rule: 'order-master-line', owner: line.owner };
  const block = rules.blockOf(line.memberCodeOrderTo);
  if (block !== undefined) {
    return refusal(catalogId, 'order-blocked', [found, { rule: 'order-block', general: block.memberCodeBuyer === '' }]);
  }
  const { day, steps } = rules.shortestOf(line);
  if (day === undefined) return refusal(catalogId, 'no-date', [found, ...steps]);
  const judged = wish === undefined ? [] : judgeWish(wish, day, rules.calendarOf(line.memberCodeOrderTo));
  return {
    catalogId,
    day,
    refusal: judged.some(refusesWish) ? 'wish-not-possible' : undefined,
    steps: [found, ...steps, ...judged],
  };
}

function isRefused(line: OrderMasterLine | NotOrderable): line is NotOrderable {
  return typeof line === 'string';
}

function refusal(catalogId: string, refused: DeliveryRefusal, steps: readonly DeliveryStep[]): ProductAnswer {
  return { catalogId, day: undefined, refusal: refused, steps };
}

/**
 * Rule "wished date": the wished date must not be earlier than the shortest date, and must not be a non-trading day on which
 * delivery is refused.
 */
function judgeWish(wish: CivilDay, shortest: CivilDay, calendar: DeliveryCalendar): DeliveryStep[] {
  const reason = calendar.refusalOn(wish);
  const refusals: DeliveryStep[] = [
    ...(wish < shortest ? [{ rule: 'wish-too-early', wish, shortest } as const] : []),
    ...(reason === undefined ? [] : [{ rule: 'wish-non-trading', wish, reason } as const]),
  ];
  if (refusals.length > 0) return refusals;
  const warned = calendar.warningOn(wish);
  return warned === undefined ? [{ rule: 'wish-possible', wish }] : [{ rule: 'wish-warning', wish, reason: warned }];
}

function refusesWish({ rule }: DeliveryStep): boolean {
  return rule === 'wish-too-early' || rule === 'wish-non-trading';
}
