import { describe, expect, it } from '@jest/globals';
import type { NonTradingDay, OrderClosing } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { answerOf, closing, nonTrading, type Order, shortOf } from '../../test/delivery-builders.js';
import { nationalHolidayOn } from './national-holidays.js';

/**
 * A second, slow implementation of the rules of Spec 4.5. Dates are texts, each rule reads all rows again, and a loop checks one
 * day after another with `Date` in UTC. This second implementation shares no code with the tested implementation, except the
 * table of national holidays.
 */
function slowAnswer(order: Order): string {
  const orderTo = order.line?.memberCodeOrderTo ?? '';
  const concerns = (row: { readonly member_code_order_to?: string }) =>
    [undefined, '', orderTo].includes(row.member_code_order_to);
  const closingRows = (order.closing ?? []).filter(concerns);
  const nonTradingRows = (order.nonTrading ?? []).filter(concerns);
  const nonCounting = new Set(order.nonCounting);

  const sentDay = order.sent.slice(0, 10);
  const sentTime = order.sent.slice(11);
  const limit = later(sentDay, 366);

  let base = sentDay;
  const first = holdsOn(closingRows, base);
  if (isReception(base) && first !== undefined && `${first.closing_time}:00` <= sentTime) base = later(base, 1);
  while (!isReception(base)) {
    base = later(base, 1);
    if (base > limit) return 'no-date';
  }
  const n = Math.max(order.leadTime ?? 0, Number(holdsOn(closingRows, base)?.delivery_period ?? 0));
  let day = base;
  for (let times = 0; times < n; times++) {
    do {
      day = later(day, 1);
      if (day > limit) return 'no-date';
    } while (nonCounting.has(day));
  }
  while (isRefused(day)) {
    day = later(day, 1);
    if (day > limit) return 'no-date';
  }
  const { wish } = order;
  return wish !== undefined && (wish < day || isRefused(wish)) ? `${day} wish-not-possible` : day;

  function isReception(date: string): boolean {
    if (nonCounting.has(date)) return false;
    if (applyOn(closingRows, date).length === 0) return true;
    return holdsOn(closingRows, date) !== undefined;
  }

  function isRefused(date: string): boolean {
    return nonTradingRows.some(
      (row) => row.establish_flg === '1' && row.warning_type === '0' && isNonTrading(row, date),
    );
  }
}

type ClosingRow = Partial<OrderClosing> & { member_code_buyer?: string };

function applyOn(rows: readonly ClosingRow[], date: string): ClosingRow[] {
  const sameSetting = (one: ClosingRow, other: ClosingRow) =>
    one.member_code_buyer === other.member_code_buyer &&
    one.oct_set_buyer_or_seller === other.oct_set_buyer_or_seller &&
    one.member_code_order_to === other.member_code_order_to &&
    one.set_id === other.set_id &&
    one.set_no === other.set_no;
  return rows.filter((row) => {
    const from = row.change_app_date ?? '';
    if (from > date) return false;
    const overtaken = rows.some(
      (other) =>
        sameSetting(row, other) && (other.change_app_date ?? '') > from && (other.change_app_date ?? '') <= date,
    );
    return !overtaken && row.app_ord_flg === '1';
  });
}

function holdsOn(rows: readonly ClosingRow[], date: string): ClosingRow | undefined {
  const matching = applyOn(rows, date).filter((row) => {
    if (row.target === '0') return true;
    if (isHoliday(date) || weekday(date) === 0) return row.target === '3';
    return row.target === (weekday(date) === 6 ? '2' : '1');
  });
  let best = matching;
  best = preferred(best, (row) => row.member_code_buyer !== '');
  best = preferred(best, (row) => row.oct_set_buyer_or_seller === '0');
  best = highest(best, (row) => Number((row.change_app_date ?? '').replaceAll('-', '')));
  best = highest(best, (row) => -Number((row.closing_time ?? '').replace(':', '')));
  best = highest(best, (row) => Number(row.delivery_period ?? 0));
  return best[0];
}

function preferred<Row>(rows: Row[], is: (row: Row) => boolean): Row[] {
  return rows.some(is) ? rows.filter(is) : rows;
}

function highest<Row>(rows: Row[], of: (row: Row) => number): Row[] {
  return rows.filter((row) => rows.every((other) => of(other) <= of(row)));
}

function isNonTrading(row: Partial<NonTradingDay>, date: string): boolean {
  if (row.holiday_flg === '1' && isHoliday(date)) return true;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  switch (row.prohibit_flg) {
    case '0':
      return row.week_flg?.charAt(weekday(date)) === '1';
    case '1':
      return Number(row.prohibit_month) === month && Number(row.prohibit_day) === day;
    default:
      return isInRange(row, year, month * 100 + day, date);
  }
}

function isInRange(row: Partial<NonTradingDay>, year: number, monthDay: number, date: string): boolean {
  if (row.prohibit_date_from_ymd && row.prohibit_date_to_ymd) {
    return row.prohibit_date_from_ymd <= date && date <= row.prohibit_date_to_ymd;
  }
  const from = Number(row.prohibit_date_from_m) * 100 + Number(row.prohibit_date_from_d);
  const to = Number(row.prohibit_date_to_m) * 100 + Number(row.prohibit_date_to_d);
  if (row.prohibit_date_from_y && row.prohibit_date_to_y) {
    const now = year * 10_000 + monthDay;
    return (
      Number(row.prohibit_date_from_y) * 10_000 + from <= now && now <= Number(row.prohibit_date_to_y) * 10_000 + to
    );
  }
  if (from <= to) return from <= monthDay && monthDay <= to;
  return monthDay >= from || monthDay <= to;
}

function isHoliday(date: string): boolean {
  return nationalHolidayOn(Date.parse(`${date}T00:00:00Z`) / 86_400_000) !== undefined;
}

function weekday(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay();
}

function later(date: string, days: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

const date = fc.integer({ min: 0, max: 4 * 365 }).map((days) => later('2026-10-01', days));
const nearDate = fc.integer({ min: 0, max: 500 }).map((days) => later('2027-09-01', days));
const two = (number: number) => String(number).padStart(2, '0');
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 29, 30, 59), fc.constantFrom(0, 1, 59))
  .map((parts) => parts.map(two).join(':'));
/** Only a few different closing times occur, so that many settings have the same closing time. */
const clock = fc.constantFrom('00:00', '12:00', '12:30', '15:00');
const flag = fc.constantFrom('0', '1');
const orderTo = fc.constantFrom('', 'T1', 'T2');
const month = fc.integer({ min: 1, max: 12 }).map(String);
const dayOfMonth = fc.integer({ min: 1, max: 31 }).map(String);
const year = fc.constantFrom('', '2027', '2028');

const closingRow = fc
  .record({
    at: clock,
    target: fc.constantFrom('0', '1', '2', '3'),
    app_ord_flg: fc.constantFrom('0', '1', '1', '1'),
    oct_set_buyer_or_seller: flag,
    member_code_buyer: fc.constantFrom('', 'B1'),
    member_code_order_to: orderTo,
    set_no: fc.constantFrom('1', '2'),
    delivery_period: fc.integer({ min: 0, max: 6 }).map(String),
    change_app_date: fc.oneof(fc.constant(''), nearDate),
  })
  .map(({ at, ...row }) => closing(at, row));

const anyRow = {
  establish_flg: fc.constantFrom('0', '1', '1'),
  warning_type: fc.constantFrom('0', '0', '1'),
  holiday_flg: flag,
  member_code_buyer: fc.constantFrom('', 'B1'),
  member_code_order_to: orderTo,
};
const weeklyRow = fc.record({
  ...anyRow,
  prohibit_flg: fc.constant('0'),
  week_flg: fc.array(fc.constantFrom('0', '0', '1'), { minLength: 7, maxLength: 7 }).map((flags) => flags.join('')),
});
const yearlyRow = fc.record({
  ...anyRow,
  prohibit_flg: fc.constant('1'),
  prohibit_month: fc.constantFrom('1', '2', '12'),
  prohibit_day: dayOfMonth,
});
const datedRange = fc.record({
  ...anyRow,
  prohibit_flg: fc.constant('2'),
  prohibit_date_from_ymd: nearDate,
  prohibit_date_to_ymd: nearDate,
});
const builtRange = fc
  .record({
    ...anyRow,
    prohibit_flg: fc.constant('2'),
    prohibit_date_from_y: year,
    prohibit_date_from_m: month,
    prohibit_date_from_d: dayOfMonth,
    prohibit_date_to_y: year,
    prohibit_date_to_m: month,
    prohibit_date_to_d: dayOfMonth,
  })
  .filter((row) => (row.prohibit_date_from_y === '') === (row.prohibit_date_to_y === ''));
const nonTradingRow = fc.oneof(weeklyRow, yearlyRow, datedRange, builtRange).map(nonTrading);

const order: fc.Arbitrary<Order> = fc.record({
  sent: fc.tuple(fc.oneof(nearDate, date), time).map((parts) => parts.join(' ')),
  leadTime: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 365 })),
  wish: nearDate,
  line: orderTo.map((memberCodeOrderTo) => ({ memberCodeOrderTo })),
  closing: fc.array(closingRow, { maxLength: 8 }),
  nonCounting: fc.oneof(fc.array(nearDate, { maxLength: 250 }), fc.array(nearDate, { maxLength: 8 })),
  nonTrading: fc.array(nonTradingRow, { maxLength: 5 }),
});

describe('shortest delivery date', () => {
  it('is what walking over the days one by one finds, on any calendar', () => {
    const property = fc.property(order, (given) => {
      expect(shortOf(answerOf(given))).toBe(slowAnswer(given));
    });
    expect(() => fc.assert(property, { numRuns: 1500 })).not.toThrow();
  });

  it('is never earlier for a later order while one closing setting holds for all days', () => {
    const oneSetting = clock.map((at) => [closing(at, { delivery_period: '1' })]);
    const twoTimes = fc.tuple(nearDate, time, fc.integer({ min: 0, max: 10 }), time);
    const property = fc.property(
      order,
      oneSetting,
      twoTimes,
      (given, setting, [firstDay, firstTime, gap, lastTime]) => {
        const { wish: _, ...plain } = given;
        const sent = [`${firstDay} ${firstTime}`, `${later(firstDay, gap)} ${lastTime}`].toSorted();
        const [early, late] = sent.map((at) => answerOf({ ...plain, closing: setting, sent: at }).day);
        return early === undefined || late === undefined || early <= late;
      },
    );
    expect(fc.check(property, { numRuns: 500 })).toMatchObject({ failed: false });
  });

  it('moves by exactly the days that its explanation tells, without a gap', () => {
    const property = fc.property(order, (given) => {
      const { day, steps } = answerOf(given);
      const moves = steps.filter((step) => 'from' in step);
      const joined = moves.every((move, index) => index === 0 || move.from === moves[index - 1]?.to);
      return joined && (day === undefined || moves.at(-1)?.to === day);
    });
    expect(fc.check(property, { numRuns: 500 })).toMatchObject({ failed: false });
  });
});
