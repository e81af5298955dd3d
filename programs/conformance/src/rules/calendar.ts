const dayMs = 86_400_000;

/** Returns a day as the number of days since 1970-01-01. */
export type Day = number;

/** @param text `yyyy-MM-dd` */
export function dayOf(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / dayMs;
}

/** `yyyy-MM-dd` */
export function textOf(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** 0 means Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(day * dayMs).getUTCDay();
}

/** Returns today's date in Japan, plus a number of days. */
export function todayInJapan(daysLater = 0): string {
  return textOf(Math.floor((Date.now() + 9 * 3_600_000) / dayMs) + daysLater);
}

/**
 * The national holidays of Japan, including substitute holidays (Act on National Holidays, articles 2 and 3), for the
 * years that the kit uses. The dates of the equinoxes come from the almanac.
 */
const holidays: ReadonlySet<string> = new Set([
  ...'2026-01-01 2026-01-12 2026-02-11 2026-02-23 2026-03-20 2026-04-29 2026-05-03 2026-05-04 2026-05-05'.split(' '),
  ...'2026-05-06 2026-07-20 2026-08-11 2026-09-21 2026-09-22 2026-09-23 2026-10-12 2026-11-03 2026-11-23'.split(' '),
  ...'2027-01-01 2027-01-11 2027-02-11 2027-02-23 2027-03-21 2027-03-22 2027-04-29 2027-05-03 2027-05-04'.split(' '),
  ...'2027-05-05 2027-07-19 2027-08-11 2027-09-20 2027-09-23 2027-10-11 2027-11-03 2027-11-23'.split(' '),
  ...'2028-01-01 2028-01-10 2028-02-11 2028-02-23 2028-03-20 2028-04-29 2028-05-03 2028-05-04 2028-05-05'.split(' '),
  ...'2028-07-17 2028-08-11 2028-09-18 2028-09-22 2028-10-09 2028-11-03 2028-11-23'.split(' '),
]);

export function isNationalHoliday(day: Day): boolean {
  return holidays.has(textOf(day));
}
