import { ownLimits } from '@trading-platform/domain-types';
import { formatDay } from './civil-day.js';
import { type DeliverySettings, deliveryCalendar } from './delivery-calendar.js';
import { formatSecondOfDay, type JapanTime } from './japan-time.js';
import { remembered } from './remembered.js';
import { receptionOf } from './shortest-delivery-date.js';

/** The second of a day at which the day ends. */
export const endOfDay = 86_400;

/** Writes a time as `yyyy-MM-dd HH:mm:ss`. The end of a day is the first second of the next one. */
export function formatTime({ day, second }: JapanTime): string {
  const next = second === endOfDay;
  return `${formatDay(next ? day + 1 : day)} ${formatSecondOfDay(next ? 0 : second)}`;
}

/**
 * Returns the first moment at which an order cannot be changed any more, as `yyyy-MM-dd HH:mm:ss`.
 *
 * @param ordersTo the `member_code_order_to` of the products
 */
export type ChangeUntil = (ordersTo: Iterable<string>) => string;

/**
 * Rule "change until": a buyer may change an order until the closing time of the day on which the seller receives it. Without a
 * closing time, the day ends at midnight. If the products of an order go to different destinations, the earliest time counts. Make
 * one rule for all orders of a pair, so that the settings are evaluated only once.
 *
 * @param sent when the orders were sent
 */
export function changeUntilRule(sent: JapanTime, settings: DeliverySettings): ChangeUntil {
  const limit = sent.day + ownLimits.deliverySearchDays;
  const timeOf = remembered((orderTo: string) => {
    const { day, closingSecond = endOfDay } = receptionOf(sent, limit, deliveryCalendar(settings, orderTo));
    return formatTime({ day, second: closingSecond });
  });
  return (ordersTo) => {
    const times = Array.from(new Set(ordersTo), timeOf);
    return times.toSorted()[0] ?? formatTime({ day: sent.day, second: endOfDay });
  };
}
