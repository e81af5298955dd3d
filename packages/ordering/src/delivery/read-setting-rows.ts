import {
  type BusinessHoliday,
  closingSetBy,
  flag,
  type NonTradingDay,
  type OrderBlock as OrderBlockRow,
  type OrderClosing,
  prohibitFlg,
  warningType,
} from '@trading-platform/domain-types';
import { type CivilDay, parseDay } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import type { NonTradingDays, NonTradingSetting } from './non-trading-day.js';
import type { OrderBlock } from './order-block.js';

/** A stored row with the fields of the contract. A field that is absent counts as empty. */
type Row<Contract> = { readonly [Field in keyof Contract]?: string };

/**
 * Reads one `orderclosing[]` row. An empty `closing_time` means that the day never closes, an empty `delivery_period` means 0, an
 * empty `change_app_date` means that the setting is always valid, and an empty `target` matches no day.
 */
export function readClosingSetting(memberCodeBuyer: string, row: Row<OrderClosing>): ClosingSetting {
  return {
    memberCodeBuyer,
    memberCodeOrderTo: row.member_code_order_to ?? '',
    setBy: row.oct_set_buyer_or_seller === closingSetBy.buyer ? 'buyer' : 'seller',
    setId: row.set_id ?? '',
    setNo: row.set_no ?? '',
    name: row.set_name ?? '',
    applies: row.app_ord_flg === flag.on,
    target: row.target ?? '',
    closingSecond: readClosingTime(row.closing_time ?? ''),
    deliveryPeriod: Number(row.delivery_period ?? ''),
    changeAppDate: parseDay(row.change_app_date ?? ''),
  };
}

function readClosingTime(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60;
}

/** Reads one `nottrade[]` row. */
export function readNonTradingSetting(memberCodeBuyer: string, row: Row<NonTradingDay>): NonTradingSetting {
  return {
    memberCodeBuyer,
    memberCodeOrderTo: row.member_code_order_to ?? '',
    established: row.establish_flg === flag.on,
    days: readNonTradingDays(row),
    nationalHolidays: row.holiday_flg === flag.on,
    onlyWarns: row.warning_type === warningType.warn,
  };
}

function readNonTradingDays(row: Row<NonTradingDay>): NonTradingDays {
  switch (row.prohibit_flg) {
    case prohibitFlg.weekly:
      return { kind: 'weekly', weekdays: Array.from(row.week_flg ?? '').map((character) => character === flag.on) };
    case prohibitFlg.yearly:
      return readYearlyDay(row);
    case prohibitFlg.range:
      return readRange(row);
    default:
      return { kind: 'none' };
  }
}

function readYearlyDay({ prohibit_month, prohibit_day }: Row<NonTradingDay>): NonTradingDays {
  const monthDay = readMonthDay(prohibit_month ?? '', prohibit_day ?? '');
  return monthDay === undefined ? { kind: 'none' } : { kind: 'yearly', monthDay };
}

interface RangeEnd {
  readonly year: number | undefined;
  readonly monthDay: number;
}

/**
 * Rule "range": if one end has no year, the range recurs every year. If one end of a range is missing, the setting names no
 * range.
 */
function readRange(row: Row<NonTradingDay>): NonTradingDays {
  const from = readRangeEnd(
    row.prohibit_date_from_ymd,
    row.prohibit_date_from_y,
    row.prohibit_date_from_m,
    row.prohibit_date_from_d,
  );
  const to = readRangeEnd(
    row.prohibit_date_to_ymd,
    row.prohibit_date_to_y,
    row.prohibit_date_to_m,
    row.prohibit_date_to_d,
  );
  if (from === undefined || to === undefined) return { kind: 'none' };
  if (from.year === undefined || to.year === undefined) {
    return { kind: 'yearly-range', from: from.monthDay, to: to.monthDay };
  }
  return { kind: 'range', from: from.year * 10_000 + from.monthDay, to: to.year * 10_000 + to.monthDay };
}

function readRangeEnd(ymd = '', year = '', month = '', day = ''): RangeEnd | undefined {
  if (ymd !== '') return readRangeEnd('', ymd.slice(0, 4), ymd.slice(5, 7), ymd.slice(8));
  const monthDay = readMonthDay(month, day);
  return monthDay === undefined ? undefined : { year: year === '' ? undefined : Number(year), monthDay };
}

/** Month and day as one number. Some days exist only in some years (229 is 29 February) or in no year (230). */
function readMonthDay(month: string, day: string): number | undefined {
  return month === '' || day === '' ? undefined : Number(month) * 100 + Number(day);
}

/** Reads one `orderblock[]` row. */
export function readOrderBlock(memberCodeBuyer: string, row: Row<OrderBlockRow>): OrderBlock {
  return {
    memberCodeBuyer,
    memberCodeOrderTo: row.member_code_order_to ?? '',
    blocks: row.order_block_flg === flag.on,
  };
}

/** Reads the day of one `businessholiday[]` row. */
export function readNonCountingDay(row: Row<BusinessHoliday>): CivilDay | undefined {
  return parseDay(row.holiday ?? '');
}
