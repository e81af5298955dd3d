import { slipStatus } from '@trading-platform/domain-types';
import { Random } from '../random.js';
import { type Pair, type PairProduct, productOfPair } from './assortment.js';
import type { Market } from './market.js';

/** A line of a slip. */
export interface SlipLine {
  readonly pairProduct: PairProduct;
  readonly ordered: number;
  /**
   * The delivered quantity. The delivered quantity differs from the ordered quantity if the seller has changed it.
   * Negative on a reversing slip.
   */
  readonly delivered: number;
}

/**
 * A slip, with the facts that both sides share. Days are counted from 1970-01-01. If a day is missing, the event has
 * not happened yet.
 */
export interface Slip {
  readonly number: number;
  readonly pair: Pair;
  readonly status: string;
  /** `1` is a normal slip, `2` a purchase, and `5` a transfer. */
  readonly kind: string;
  readonly lines: readonly SlipLine[];
  readonly orderDay: number;
  readonly hopeDay: number;
  readonly deliveryDay: number;
  readonly statusDay: number;
  readonly sentDay: number | undefined;
  readonly sentSecond: number;
  readonly plannedShippingDay: number | undefined;
  readonly shippingDay: number | undefined;
  readonly receiptDay: number | undefined;
  /** The slip that this slip reverses. */
  readonly original: Slip | undefined;
}

/** The period that the slips of a market cover. */
const daysOfHistory = 730;
const openingHours = { first: 6 * 3_600, last: 22 * 3_600 };
const longestSlip = 12;

const { planned, approvalPending, ordered, orderCancelled, shipped, correctionRequested } = slipStatus;
const { shipmentCancelled, received, reversing, returned, closed } = slipStatus;

/** The relative frequency of each status, for slips of a certain age in days. */
const statusesByAge: readonly {
  readonly until: number;
  readonly statuses: readonly (readonly [status: string, share: number])[];
}[] = [
  {
    until: 1,
    statuses: [
      [planned, 0.2],
      [approvalPending, 0.15],
      [ordered, 0.6],
      [orderCancelled, 0.05],
    ],
  },
  {
    until: 3,
    statuses: [
      [planned, 0.04],
      [approvalPending, 0.06],
      [ordered, 0.35],
      [shipped, 0.5],
      [orderCancelled, 0.05],
    ],
  },
  {
    until: 40,
    statuses: [
      [shipped, 0.12],
      [correctionRequested, 0.05],
      [shipmentCancelled, 0.02],
      [orderCancelled, 0.03],
      [received, 0.71],
      [returned, 0.03],
      [closed, 0.04],
    ],
  },
  {
    until: Number.POSITIVE_INFINITY,
    statuses: [
      [closed, 0.8],
      [received, 0.12],
      [returned, 0.02],
      [orderCancelled, 0.03],
      [shipmentCancelled, 0.03],
    ],
  },
];

/**
 * The statuses of the newest slips, beginning with the newest slip of all. Because of these statuses, a market of any
 * size has slips that have only just begun.
 */
const latestStatuses: readonly string[] = [planned, approvalPending, ordered, planned, approvalPending, orderCancelled];

/**
 * Two sets of statuses: the goods of a slip with such a status have been sent, or have arrived.
 */
const onTheWay: readonly string[] = [shipped, correctionRequested, received, returned, closed, reversing];
const arrived: readonly string[] = [received, returned, closed, reversing];

/** Returns slip `number` (from 0) of `count` slips, which are spread evenly over the two years before `today`. */
export function makeSlip(market: Market, pairs: readonly Pair[], number: number, count: number, today: number): Slip {
  const random = new Random(market.seed, 7, number);
  const orderDay = today - daysOfHistory + 1 + Math.floor((number * daysOfHistory) / count);
  const reversed = random.chance(0.03) ? findReversible(market, pairs, number, count, today, orderDay) : undefined;
  return reversed === undefined
    ? ordinarySlip(market, pairs, number, count, orderDay, today)
    : reversingSlip(reversed, number, orderDay, random);
}

function ordinarySlip(
  market: Market,
  pairs: readonly Pair[],
  number: number,
  count: number,
  orderDay: number,
  today: number,
): Slip {
  const random = new Random(market.seed, 8, number);
  const pair = random.pick(pairs);
  const wanted = latestStatuses[count - 1 - number] ?? pickStatus(random.next(), today - orderDay);
  const changed = onTheWay.includes(wanted) && random.chance(0.1);
  const lines = pickLines(market.seed, pair, random, changed);
  const leadTime = Math.max(1, ...lines.map(({ pairProduct }) => pairProduct.product.leadTime));
  const hopeDay = orderDay + leadTime;
  const deliveryDay = hopeDay + (onTheWay.includes(wanted) && random.chance(0.05) ? 1 : 0);
  const status = possibleStatus(wanted, deliveryDay, today);
  const isSent = status !== planned && status !== approvalPending;
  const shippingDay = onTheWay.includes(status) ? Math.max(orderDay, deliveryDay - 1) : undefined;
  const receiptDay = arrived.includes(status) ? deliveryDay : undefined;
  return {
    number,
    pair,
    status,
    kind: pickKind(pair, random),
    lines,
    orderDay,
    hopeDay,
    deliveryDay,
    statusDay: statusDay(status, { orderDay, shippingDay, receiptDay, today }),
    sentDay: isSent ? orderDay : undefined,
    sentSecond: random.int(openingHours.first, openingHours.last),
    plannedShippingDay: isSent ? Math.max(orderDay, hopeDay - 1) : undefined,
    shippingDay,
    receiptDay,
    original: undefined,
  };
}

/** Makes a slip that reverses all lines of the original and has its own date. */
function reversingSlip(original: Slip, number: number, orderDay: number, random: Random): Slip {
  return {
    ...original,
    number,
    status: reversing,
    lines: original.lines.map(({ pairProduct, ordered: quantity, delivered }) => ({
      pairProduct,
      ordered: -quantity,
      delivered: -delivered,
    })),
    orderDay,
    statusDay: orderDay,
    sentDay: orderDay,
    sentSecond: random.int(openingHours.first, openingHours.last),
    original,
  };
}

/** Returns a recent slip whose goods have arrived. Returns undefined if a few random tries find none. */
function findReversible(
  market: Market,
  pairs: readonly Pair[],
  number: number,
  count: number,
  today: number,
  orderDay: number,
): Slip | undefined {
  const recent = Math.ceil((count * 30) / daysOfHistory);
  const random = new Random(market.seed, 9, number);
  for (let attempt = 1; attempt <= 5; attempt++) {
    const candidate = number - random.int(1, recent);
    if (candidate < 0) continue;
    const slip = makeSlip(market, pairs, candidate, count, today);
    if (slip.original === undefined && (slip.receiptDay ?? orderDay) < orderDay) return slip;
  }
  return undefined;
}

function pickStatus(chance: number, age: number): string {
  const statuses = statusesByAge.find(({ until }) => age < until)?.statuses ?? [];
  let sum = 0;
  for (const [status, share] of statuses) {
    sum += share;
    if (chance < sum) return status;
  }
  return closed;
}

/**
 * Replaces a status that says that the goods were sent or have arrived, if that would be on a future day.
 */
function possibleStatus(wanted: string, deliveryDay: number, today: number): string {
  if (onTheWay.includes(wanted) && deliveryDay - 1 > today) return ordered;
  if (arrived.includes(wanted) && deliveryDay > today) return shipped;
  return wanted;
}

/**
 * Slips from a kitchen to stores are transfers. A few of the other slips are purchases that were entered afterwards.
 */
function pickKind(pair: Pair, random: Random): string {
  if (pair.supplier.ownProduction) return '5';
  return random.chance(0.07) ? '2' : '1';
}

function pickLines(seed: number, pair: Pair, random: Random, changed: boolean): SlipLine[] {
  const count = Math.min(pair.count, random.int(1, longestSlip));
  const first = random.int(0, pair.count - count);
  return Array.from({ length: count }, (_, offset) => {
    const pairProduct = productOfPair(seed, pair, first + offset);
    const { minimumLot, multipleLot } = pairProduct.product;
    const quantity = minimumLot + multipleLot * random.int(0, 4);
    const delivered = changed && random.chance(0.4) ? Math.max(1, quantity - random.int(1, 2)) : quantity;
    return { pairProduct, ordered: quantity, delivered };
  });
}

function statusDay(
  status: string,
  days: {
    readonly orderDay: number;
    readonly shippingDay: number | undefined;
    readonly receiptDay: number | undefined;
    readonly today: number;
  },
): number {
  if (status === closed) return Math.min(days.today, (days.receiptDay ?? days.orderDay) + 25);
  return days.receiptDay ?? days.shippingDay ?? days.orderDay;
}
