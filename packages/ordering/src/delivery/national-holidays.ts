import holidayJp from '@holiday-jp/holiday_jp';
import { dayNumber } from '@trading-platform/domain-types';
import type { CivilDay } from './civil-day.js';

/** The names of a Japanese national holiday. */
export interface NationalHoliday {
  readonly ja: string;
  readonly en: string;
}

const holidays: ReadonlyMap<CivilDay, NationalHoliday> = new Map(
  Object.values(holidayJp.holidays).map(({ date, name, name_en }) => [dayNumber(date), { ja: name, en: name_en }]),
);

const dates = Object.keys(holidayJp.holidays).toSorted();

/**
 * The days for which the library knows the national holidays. Outside of them no day is a national holiday; only its weekday
 * counts. (Holidays far ahead are forecasts: the equinox days are fixed by law a year before.)
 */
export const knownNationalHolidays: { readonly first: CivilDay; readonly last: CivilDay } = {
  first: dayNumber(`${dates.at(0)?.slice(0, 4)}-01-01`),
  last: dayNumber(`${dates.at(-1)?.slice(0, 4)}-12-31`),
};

/** The national holiday of a day, with substitute holidays; undefined if there is none or none is known. */
export function nationalHolidayOn(day: CivilDay): NationalHoliday | undefined {
  return holidays.get(day);
}
