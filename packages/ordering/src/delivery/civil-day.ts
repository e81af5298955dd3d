import { dayNumber, dayOfNumber, isDate } from '@trading-platform/domain-types';

/**
 * A day of the calendar, represented by the number of days since 1970-01-01. A `CivilDay` has no time of day and no time zone.
 * The next day is `day + 1`, and days are compared as numbers.
 */
export type CivilDay = number;

/** The last day that the form `yyyy-MM-dd` can express. */
export const lastDay: CivilDay = dayNumber('9999-12-31');

/** Reads a day in the form `yyyy-MM-dd`, and returns undefined for any other form and for a date that does not exist. */
export function parseDay(text: string): CivilDay | undefined {
  return isDate(text) ? dayNumber(text) : undefined;
}

/** The texts of days are cached, because a request often names the same days. */
const textsKept = 2_000;
const texts = new Map<CivilDay, string>();

/** Writes a day as `yyyy-MM-dd`. Returns `""` for a day after 9999-12-31. */
export function formatDay(day: CivilDay): string {
  if (day > lastDay) return '';
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = dayOfNumber(day);
  if (texts.size >= textsKept) texts.clear();
  texts.set(day, text);
  return text;
}

/** The weekday of a day: 0 is Sunday, and 6 is Saturday. */
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
