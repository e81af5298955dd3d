import { ownLimits } from '@trading-platform/domain-types';
import { type CivilDay, formatDay, parseDay } from '../delivery/civil-day.js';
import { type DeliverySettings, deliveryCalendar } from '../delivery/delivery-calendar.js';
import { formatSecondOfDay, type JapanTime } from '../delivery/japan-time.js';
import { receptionOf } from '../delivery/shortest-delivery-date.js';

const endOfDay = 86_400;

/** Writes a time as `yyyy-MM-dd HH:mm:ss`. The end of a day is the first second of the next one. */
export function formatTime({ day, second }: JapanTime): string {
  const next = second === endOfDay;
  return `${formatDay(next ? day + 1 : day)} ${formatSecondOfDay(next ? 0 : second)}`;
}

/**
 * Rule "change until": a buyer may change an order until the closing time of the day on which the seller receives it. Without a
 * closing time, the day ends at midnight. If the products of an order go to different destinations, the earliest time counts.
 *
 * @param sent when the order was sent
 * @param ordersTo the `member_code_order_to` of the products
 * @returns the first moment that is too late, `yyyy-MM-dd HH:mm:ss`
 */
export function changeUntil(sent: JapanTime, settings: DeliverySettings, ordersTo: Iterable<string>): string {
  const limit = sent.day + ownLimits.deliverySearchDays;
  const times = [...new Set(ordersTo)].map((orderTo) => {
    const { day, closingSecond = endOfDay } = receptionOf(sent, limit, deliveryCalendar(settings, orderTo));
    return formatTime({ day, second: closingSecond });
  });
  return times.toSorted()[0] ?? formatTime({ day: sent.day, second: endOfDay });
}

/** The end of a day in the same form; `""` if the text is no day. */
export function endOf(text: string): string {
  const day = parseDay(text);
  return day === undefined ? '' : formatTime({ day, second: endOfDay });
}

/** Returns the days from a day to another one; undefined if one of the texts is no day. */
export function daysFrom(from: string, to: CivilDay): number | undefined {
  const day = parseDay(from);
  return day === undefined ? undefined : to - day;
}
