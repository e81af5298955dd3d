const tokyoOffsetMs = 9 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
const dateShape = /^\d{4}-\d{2}-\d{2}$/;
const dateTimeShape = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The format of dates, as the contract writes it (Spec 2). */
export const dateFormat = 'yyyy-MM-dd';

/** The format of date-times, as the contract writes it (Spec 2). */
export const dateTimeFormat = 'yyyy-MM-dd HH:mm:ss';

/**
 * An instant as `yyyy-MM-dd HH:mm:ss` in Japan, cut to the second (Spec 2). Accepts epoch milliseconds as well.
 *
 * @throws RangeError if the instant lies outside the years 1 to 9999 or is not a time
 */
export function formatTokyoDateTime(instant: Date | number): string {
  const shifted = new Date(Number(instant) + tokyoOffsetMs).toISOString();
  if (shifted.length !== 24 || shifted.startsWith('0000')) {
    throw new RangeError(`${Number(instant)} lies outside the years 1 to 9999`);
  }
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)}`;
}

/**
 * The day of an instant in Japan as `yyyy-MM-dd` (Spec 2). Accepts epoch milliseconds as well.
 *
 * @throws RangeError if the instant lies outside the years 1 to 9999 or is not a time
 */
export function formatTokyoDate(instant: Date | number): string {
  return formatTokyoDateTime(instant).slice(0, 10);
}

/** Whether a text is a day that exists, written `yyyy-MM-dd` (Spec 2). */
export function isDate(text: string): boolean {
  return dateShape.test(text) && dayExists(text);
}

/** Whether a text is a second that exists in Japan, written `yyyy-MM-dd HH:mm:ss` (Spec 2). */
export function isDateTime(text: string): boolean {
  return (
    dateTimeShape.test(text) &&
    dayExists(text) &&
    numberAt(text, 11) < 24 &&
    numberAt(text, 14) < 60 &&
    numberAt(text, 17) < 60
  );
}

/** The instant at which a day `yyyy-MM-dd` begins in Japan; undefined unless it exists (Spec 2). */
export function parseTokyoDate(text: string): Date | undefined {
  return isDate(text) ? new Date(`${text}T00:00:00+09:00`) : undefined;
}

/** The instant of a `yyyy-MM-dd HH:mm:ss` in Japan; undefined unless it exists (Spec 2). */
export function parseTokyoDateTime(text: string): Date | undefined {
  return isDateTime(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11)}+09:00`) : undefined;
}

/**
 * The number of a day `yyyy-MM-dd`, counted from 1970-01-01 = 0, for differences, weekdays and loops over days.
 *
 * @throws RangeError unless the text is an existing day
 */
export function dayNumber(date: string): number {
  if (!isDate(date)) throw new RangeError(`${date} is not a day that exists`);
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

/**
 * The day `yyyy-MM-dd` of a day number, the inverse of `dayNumber`.
 *
 * @throws RangeError if it lies outside the years 1 to 9999
 */
export function dayOfNumber(number: number): string {
  return formatTokyoDate(number * dayMs - tokyoOffsetMs);
}

/** Adds a number of days to a day `yyyy-MM-dd`; a negative number gives an earlier day. */
export function addDays(date: string, days: number): string {
  return dayOfNumber(dayNumber(date) + days);
}

/** The number of days of a period, both ends counted; 0 or less if it ends before it begins. */
export function countDays(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** The weekday of a day `yyyy-MM-dd`: 0 Sunday to 6 Saturday. */
export function weekdayOf(date: string): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}

function dayExists(text: string): boolean {
  const year = numberAt(text, 0) * 100 + numberAt(text, 2);
  const month = numberAt(text, 5);
  const day = numberAt(text, 8);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function numberAt(text: string, index: number): number {
  return (text.charCodeAt(index) - 48) * 10 + text.charCodeAt(index + 1) - 48;
}
