import { type Day, isNationalHoliday, textOf, weekdayOf } from './calendar.js';
import type { PlacedRow, SettingRow } from './delivery-settings.js';

/** The result of looking up the closing time of a day. */
export interface ClosingOfDay {
  /** Whether any closing time is valid on the day, even if none matches the weekday. */
  readonly isAnyInForce: boolean;
  /** The closing time that applies to the day. The row is undefined if no closing time matches. */
  readonly row: SettingRow | undefined;
}

/** Finds the closing time of a day (open-points: setting-codes). */
export function closingOn(day: Day, rows: readonly PlacedRow[]): ClosingOfDay {
  const inForce = rows.filter((row) => isInForce(row, day, rows));
  const matching = inForce.filter(({ row }) => matches(row['target'], day));
  return { isAnyInForce: inForce.length > 0, row: matching.toSorted(byPrecedence)[0]?.row };
}

/** Whether the row is the newest version that is valid on the day, and whether this version applies. */
function isInForce(placed: PlacedRow, day: Day, rows: readonly PlacedRow[]): boolean {
  if (placed.row['app_ord_flg'] !== '1' || startOf(placed) > textOf(day)) return false;
  const newer = rows.filter(
    (other) => isSameSetting(placed, other) && startOf(other) > startOf(placed) && startOf(other) <= textOf(day),
  );
  return newer.length === 0;
}

function isSameSetting(one: PlacedRow, other: PlacedRow): boolean {
  const fields = ['oct_set_buyer_or_seller', 'member_code_order_to', 'set_id', 'set_no'];
  return one.isGeneral === other.isGeneral && fields.every((field) => one.row[field] === other.row[field]);
}

/** A version without a start date has always been valid. */
function startOf({ row }: PlacedRow): string {
  return row['change_app_date'] ?? '';
}

function matches(target: string | undefined, day: Day): boolean {
  if (target === '0') return true;
  const isSundayOrHoliday = weekdayOf(day) === 0 || isNationalHoliday(day);
  if (isSundayOrHoliday) return target === '3';
  return target === (weekdayOf(day) === 6 ? '2' : '1');
}

function byPrecedence(one: PlacedRow, other: PlacedRow): number {
  return (
    Number(one.isGeneral) - Number(other.isGeneral) ||
    Number(!isBuyers(one)) - Number(!isBuyers(other)) ||
    compare(startOf(other), startOf(one)) ||
    compare(closingOf(one), closingOf(other)) ||
    Number(other.row['delivery_period']) - Number(one.row['delivery_period'])
  );
}

function isBuyers({ row }: PlacedRow): boolean {
  return row['oct_set_buyer_or_seller'] === '0';
}

/** Without a time, orders never close, so the row counts as the latest closing time. */
function closingOf({ row }: PlacedRow): string {
  return row['closing_time'] || '99:99';
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
