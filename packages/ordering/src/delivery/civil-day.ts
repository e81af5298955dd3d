import { dayNumber, dayOfNumber, isDate } from '@trading-platform/domain-types';

/**
 * A day of the calendar as the number of days since 1970-01-01. It has no time and no zone: a step to the next day is
 * `+ 1`, and comparing days is comparing numbers.
 */
export type CivilDay = number;

/** The last day that `yyyy-MM-dd` can name. */
export const lastDay: CivilDay = dayNumber('9999-12-31');

/** Reads `yyyy-MM-dd`; undefined for another form or a date that does not exist. */
export function parseDay(text: string): CivilDay | undefined {
  return isDate(text) ? dayNumber(text) : undefined;
}

/** Written days are kept, because the days of a request are near each other and come again and again. */
const textsKept = 2_000;
const texts = new Map<CivilDay, string>();

/** Writes `yyyy-MM-dd`; `""` for a day after the last one that this form can name. */
export function formatDay(day: CivilDay): string {
  if (day > lastDay) return '';
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = dayOfNumber(day);
  if (texts.size >= textsKept) texts.clear();
  texts.set(day, text);
  return text;
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(day: CivilDay): number {
  const thursday = 4;
  return (((day + thursday) % 7) + 7) % 7;
}

/** Year, month and day as one number that sorts like the calendar: 20281231 is 2028-12-31. */
export function yearMonthDayOf(day: CivilDay): number {
  return Number(formatDay(day).replaceAll('-', ''));
}

/** Month and day as one number: 229 is 29 February. */
export function monthDayOf(day: CivilDay): number {
  return yearMonthDayOf(day) % 10_000;
}
