import holidayJp from '@holiday-jp/holiday_jp';
import { dayNumber } from '@trading-platform/domain-types';
import type { CivilDay } from './civil-day.js';

/** The Japanese and the English name of a Japanese national holiday. */
export interface NationalHoliday {
  readonly ja: string;
  readonly en: string;
}

const holidays: ReadonlyMap<CivilDay, NationalHoliday> = new Map(
  Object.values(holidayJp.holidays).map(({ date, name, name_en }) => [dayNumber(date), { ja: name, en: name_en }]),
);

const dates = Object.keys(holidayJp.holidays).toSorted();

/**
 * The period for which the library knows the national holidays. Outside the known period no day counts as a national holiday, so
 * only the weekday matters. (Holidays in the distant future are forecasts: the equinox days are fixed by law one year before.)
 */
export const knownNationalHolidays: { readonly first: CivilDay; readonly last: CivilDay } = {
  first: dayNumber(`${dates.at(0)?.slice(0, 4)}-01-01`),
  last: dayNumber(`${dates.at(-1)?.slice(0, 4)}-12-31`),
};

/** Returns the national holiday on a day, including substitute holidays, or undefined if the day is not known to be a holiday. */
export function nationalHolidayOn(day: CivilDay): NationalHoliday | undefined {
  return holidays.get(day);
}
