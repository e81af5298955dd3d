import { type Day, isNationalHoliday, textOf, weekdayOf } from './calendar.js';
import type { PlacedRow, SettingRow } from './delivery-settings.js';

/** Whether delivery is refused on a day. A day is refused if a row for the day does more than warn (Spec 2.6). */
export function isRefused(day: Day, rows: readonly PlacedRow[]): boolean {
  return rows.some(({ row }) => row['establish_flg'] === '1' && row['warning_type'] !== '1' && names(row, day));
}

function names(row: SettingRow, day: Day): boolean {
  return namesByKind(row, day) || (row['holiday_flg'] === '1' && isNationalHoliday(day));
}

function namesByKind(row: SettingRow, day: Day): boolean {
  const [, month, dayOfMonth] = textOf(day).split('-').map(Number);
  switch (row['prohibit_flg']) {
    case '0':
      return row['week_flg']?.charAt(weekdayOf(day)) === '1';
    case '1':
      return Number(row['prohibit_month']) === month && Number(row['prohibit_day']) === dayOfMonth;
    case '2':
      return isInRange(row, textOf(day));
    default:
      return false;
  }
}

/**
 * Both ends of a range are included. Returns one end of a range. The end is the ymd field or, if that field is empty,
 * the combination of year, month and day.
 */
function isInRange(row: SettingRow, day: string): boolean {
  const from = endOf(row, 'from');
  const to = endOf(row, 'to');
  if (from === undefined || to === undefined) return false;
  if (from.year !== '' && to.year !== '') {
    return `${from.year}-${from.monthDay}` <= day && day <= `${to.year}-${to.monthDay}`;
  }
  const monthDay = day.slice(5);
  if (from.monthDay <= to.monthDay) return from.monthDay <= monthDay && monthDay <= to.monthDay;
  return monthDay >= from.monthDay || monthDay <= to.monthDay;
}

function endOf(row: SettingRow, end: 'from' | 'to'): { readonly year: string; readonly monthDay: string } | undefined {
  const ymd = row[`prohibit_date_${end}_ymd`] ?? '';
  if (ymd !== '') return { year: ymd.slice(0, 4), monthDay: ymd.slice(5) };
  const [year = '', month = '', day = ''] = ['y', 'm', 'd'].map((part) => row[`prohibit_date_${end}_${part}`] ?? '');
  if (month === '' || day === '') return undefined;
  return { year, monthDay: `${month.padStart(2, '0')}-${day.padStart(2, '0')}` };
}
