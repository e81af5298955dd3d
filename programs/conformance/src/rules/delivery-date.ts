import { type Day, dayOf, textOf } from './calendar.js';
import { type ClosingOfDay, closingOn } from './closing-time.js';
import { concerning, type OrderedProduct, type PairSettings } from './delivery-settings.js';
import { isRefused } from './non-trading-days.js';

const daysSearched = 366;

/**
 * Calculates the shortest delivery date in the words of the contract (open-points:
 * how-the-shortest-delivery-date-is-found), day by day. The code is not fast, but it can be compared with the contract
 * line by line.
 *
 * @param sendDate `yyyy-MM-dd HH:mm:ss`
 * @returns `yyyy-MM-dd`, or `""` if no day is found
 */
export function shortestDate(sendDate: string, product: OrderedProduct, settings: PairSettings): string {
  const sentOn = dayOf(sendDate.slice(0, 10));
  const last = sentOn + daysSearched;
  const isNonCounting = (day: Day) => settings.nonCounting.has(textOf(day));
  const closing = concerning(settings.closing, product);
  const closingOf = (day: Day) => closingOn(day, closing);

  let day = sentOn;
  if (isReceptionDay(day) && hasClosed(sendDate, closingOf(day))) day += 1;
  while (day <= last && !isReceptionDay(day)) day += 1;

  const period = Number(closingOf(day).row?.['delivery_period'] || 0);
  for (let counted = Math.max(Number(product.leadTime || 0), period); counted > 0 && day <= last; counted--) {
    do day += 1;
    while (day <= last && isNonCounting(day));
  }

  const nonTrading = concerning(settings.nonTrading, product);
  while (day <= last && isRefused(day, nonTrading)) day += 1;
  return day > last ? '' : textOf(day);

  function isReceptionDay(asked: Day): boolean {
    const { isAnyInForce, row } = closingOf(asked);
    return !isNonCounting(asked) && (!isAnyInForce || row !== undefined);
  }
}

function hasClosed(sendDate: string, { row }: ClosingOfDay): boolean {
  const closingTime = row?.['closing_time'] ?? '';
  return closingTime !== '' && sendDate.slice(11, 16) >= closingTime;
}

/**
 * Whether the delivery day that the buyer wants is refused. A day is refused if it is before the shortest date, or if
 * it is itself a non-trading day that refuses delivery.
 */
export function isWishRefused(
  wish: string,
  shortest: string,
  product: OrderedProduct,
  settings: PairSettings,
): boolean {
  return wish < shortest || isRefused(dayOf(wish), concerning(settings.nonTrading, product));
}

/** Whether orders from the buyer to the seller are blocked. */
export function isBlocked(product: OrderedProduct, { blocks }: PairSettings): boolean {
  return concerning(blocks, product).some(({ row }) => row['order_block_flg'] === '1');
}
