import { type CivilDay, monthDayOf, weekdayOf, yearMonthDayOf } from './civil-day.js';
import { type NationalHoliday, nationalHolidayOn } from './national-holidays.js';
import type { ConcernsDestination } from './order-destination.js';

/** The days that a non-trading day setting names by its `prohibit_flg`, without the national holidays. */
export type NonTradingDays =
  /** `prohibit_flg` 0: one flag for each weekday, beginning with Sunday. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly boolean[] }
  /** `prohibit_flg` 1: a month and a day of every year. The number 229 is 29 February, which exists only in leap years. */
  | { readonly kind: 'yearly'; readonly monthDay: number }
  /** `prohibit_flg` 2 with years: the first and the last day, written as 20281231, both included. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /**
   * `prohibit_flg` 2 without years: the first and the last day of the range, written as 1231, both included. If `from` is after
   * `to`, the range of days continues into the next year.
   */
  | { readonly kind: 'yearly-range'; readonly from: number; readonly to: number }
  /** The setting contains no valid day. Only the national holidays are non-trading days, if the setting includes them. */
  | { readonly kind: 'none' };

/** One row of the non-trading day settings (Spec 2.6 `nottrade[]`). */
export interface NonTradingSetting extends ConcernsDestination {
  /** The member code of the buyer, or an empty text if the setting applies to all buyers of the seller. */
  readonly memberCodeBuyer: string;
  /** `establish_flg` is 1. */
  readonly established: boolean;
  readonly days: NonTradingDays;
  /** `holiday_flg` is 1, so national holidays are non-trading days as well. */
  readonly nationalHolidays: boolean;
  /** `warning_type` is 1, so delivery on the day remains possible. */
  readonly onlyWarns: boolean;
}

/** The reason why a day is a non-trading day. */
export interface NonTradingReason {
  readonly kind: Exclude<NonTradingDays['kind'], 'none'> | 'national-holiday';
  readonly general: boolean;
  readonly holiday?: NationalHoliday;
}

/** Returns the reason why a day is a non-trading day, or undefined for a trading day. */
export type NonTradingRule = (day: CivilDay) => NonTradingReason | undefined;

/** Rule "refusing non-trading day": no delivery is possible on the day (Spec 4.5). */
export function refusingRule(settings: readonly NonTradingSetting[]): NonTradingRule {
  return firstReason(settings.filter(({ established, onlyWarns }) => established && !onlyWarns));
}

/** Rule "warning": the day is reported as a non-trading day, but delivery remains possible (Spec 4.5). */
export function warningRule(settings: readonly NonTradingSetting[]): NonTradingRule {
  return firstReason(settings.filter(({ established, onlyWarns }) => established && onlyWarns));
}

/** The settings of the pair and the seller's general settings all apply. */
function firstReason(settings: readonly NonTradingSetting[]): NonTradingRule {
  return (day) => {
    for (const setting of settings) {
      const reason = reasonOn(day, setting);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

function reasonOn(day: CivilDay, setting: NonTradingSetting): NonTradingReason | undefined {
  const general = setting.memberCodeBuyer === '';
  if (setting.days.kind !== 'none' && includesDay(setting.days, day)) return { kind: setting.days.kind, general };
  const holiday = setting.nationalHolidays ? nationalHolidayOn(day) : undefined;
  return holiday && { kind: 'national-holiday', general, holiday };
}

/** Rule "kind": decides whether a setting names the day, without its national holidays. */
function includesDay(days: NonTradingDays, day: CivilDay): boolean {
  switch (days.kind) {
    case 'weekly':
      return days.weekdays[weekdayOf(day)] === true;
    case 'yearly':
      return days.monthDay === monthDayOf(day);
    case 'range':
      return days.from <= yearMonthDayOf(day) && yearMonthDayOf(day) <= days.to;
    case 'yearly-range':
      return includesMonthDay(days.from, days.to, monthDayOf(day));
    case 'none':
      return false;
  }
}

function includesMonthDay(from: number, to: number, monthDay: number): boolean {
  const overNewYear = from > to;
  return overNewYear ? monthDay >= from || monthDay <= to : from <= monthDay && monthDay <= to;
}
