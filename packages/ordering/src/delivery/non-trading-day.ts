import { type CivilDay, monthDayOf, weekdayOf, yearMonthDayOf } from './civil-day.js';
import { type NationalHoliday, nationalHolidayOn } from './national-holidays.js';
import type { ConcernsDestination } from './order-destination.js';

/** The days that a non-trading day setting names without looking at holidays (`prohibit_flg`). */
export type NonTradingDays =
  /** `0`: seven flags, Sunday first. */
  | { readonly kind: 'weekly'; readonly weekdays: readonly boolean[] }
  /** `1`: a month and a day; 229 is 29 February, which comes in leap years only. */
  | { readonly kind: 'yearly'; readonly monthDay: number }
  /** `2` with years: both ends included, as 20281231. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** `2` without years: both days are included, written such as 1231. If `from` is after `to`, the range goes over the new year. */
  | { readonly kind: 'yearly-range'; readonly from: number; readonly to: number }
  /** No readable day: only the national holidays count, if the setting asks for them. */
  | { readonly kind: 'none' };

/** One row of the non-trading day settings (Spec 2.6 `nottrade[]`). */
export interface NonTradingSetting extends ConcernsDestination {
  /** Empty: the seller's general setting for all its buyers. */
  readonly memberCodeBuyer: string;
  /** `establish_flg` is 1. */
  readonly established: boolean;
  readonly days: NonTradingDays;
  /** `holiday_flg` is 1: national holidays are non-trading days as well. */
  readonly nationalHolidays: boolean;
  /** `warning_type` is 1: delivery on the day stays possible. */
  readonly onlyWarns: boolean;
}

/** Why a day is a non-trading day. */
export interface NonTradingReason {
  readonly kind: Exclude<NonTradingDays['kind'], 'none'> | 'national-holiday';
  readonly general: boolean;
  readonly holiday?: NationalHoliday;
}

/** Answers why a day is a non-trading day; undefined if it is a trading day. */
export type NonTradingRule = (day: CivilDay) => NonTradingReason | undefined;

/** Rule "refusing non-trading day": no delivery on the day (Spec 4.5). */
export function refusingRule(settings: readonly NonTradingSetting[]): NonTradingRule {
  return firstReason(settings.filter(({ established, onlyWarns }) => established && !onlyWarns));
}

/** Rule "warning": the day is named as non-trading, but delivery stays possible (Spec 4.5). */
export function warningRule(settings: readonly NonTradingSetting[]): NonTradingRule {
  return firstReason(settings.filter(({ established, onlyWarns }) => established && onlyWarns));
}

/** The settings of the pair and the general ones count together. */
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

/** Rule "kind": whether a setting names the day, without looking at holidays. */
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
