import { type ClosingTarget, closingTarget } from '@trading-platform/domain-types';
import { type CivilDay, weekdayOf } from './civil-day.js';
import { nationalHolidayOn } from './national-holidays.js';
import type { ConcernsDestination } from './order-destination.js';

/** One row of the order closing time settings (Spec 2.6 `orderclosing[]`). */
export interface ClosingSetting extends ConcernsDestination {
  /** The member code of the buyer, or an empty text if the setting applies to all buyers of the seller. */
  readonly memberCodeBuyer: string;
  /** Whether the buyer or the seller made the setting (`oct_set_buyer_or_seller`). */
  readonly setBy: 'buyer' | 'seller';
  readonly setId: string;
  readonly setNo: string;
  readonly name: string;
  /** `app_ord_flg` is 1. */
  readonly applies: boolean;
  /**
   * The days to which the setting applies: `0` every day, `1` Monday to Friday, `2` Saturday, `3` Sunday and national holidays. A
   * target with any other value matches no day.
   */
  readonly target: string;
  /** The closing time in seconds since midnight, or undefined if orders are accepted until the end of the day. */
  readonly closingSecond: number | undefined;
  /** The number of days to delivery. */
  readonly deliveryPeriod: number;
  /** The first day on which this version of the setting is valid, or undefined if it is valid from the beginning. */
  readonly changeAppDate: CivilDay | undefined;
}

/** The closing settings that apply to one day. */
interface ClosingOfDay {
  /** True if any setting is in force on the day, even if its target does not match the day. */
  readonly anyApplies: boolean;
  /**
   * The setting that is used for the day: the first in order of precedence among the settings that are in force and match the
   * day.
   */
  readonly setting: ClosingSetting | undefined;
}

/** Returns the closing settings that apply to a day. */
export type ClosingRule = (day: CivilDay) => ClosingOfDay;

/** Rule "closing setting": decides which setting of a pair is used on a day (Spec 4.5). */
export function closingRule(settings: readonly ClosingSetting[]): ClosingRule {
  const versionsOfSettings = [...Map.groupBy(settings, identityOf).values()].map(newestFirst);
  return (day) => {
    const applying = versionsOfSettings
      .flatMap((versions) => inForceOn(day, versions))
      .filter(({ applies }) => applies);
    const target = targetOf(day);
    const matching = applying.filter(
      (setting) => setting.target === closingTarget.everyDay || setting.target === target,
    );
    return { anyApplies: applying.length > 0, setting: matching.toSorted(byPrecedence)[0] };
  };
}

/** Rows with the same values in all these fields are versions of one setting. */
function identityOf(setting: ClosingSetting): string {
  const { memberCodeBuyer, setBy, memberCodeOrderTo, setId, setNo } = setting;
  return JSON.stringify([memberCodeBuyer, setBy, memberCodeOrderTo, setId, setNo]);
}

function newestFirst(versions: readonly ClosingSetting[]): ClosingSetting[] {
  return versions.toSorted((one, other) => startOf(other) - startOf(one));
}

/**
 * Rule "version": selects the newest `change_app_date` that is not after the day. All rows with the selected `change_app_date`
 * are valid.
 */
function inForceOn(day: CivilDay, newestFirstVersions: readonly ClosingSetting[]): readonly ClosingSetting[] {
  const newest = newestFirstVersions.find((version) => startOf(version) <= day);
  if (newest === undefined) return [];
  return newestFirstVersions.filter((version) => startOf(version) === startOf(newest));
}

function startOf({ changeAppDate }: ClosingSetting): number {
  return changeAppDate ?? Number.MIN_SAFE_INTEGER;
}

/** Rule "target": the code of a day, as in the field `target`. A national holiday has the code `3` on any weekday. */
function targetOf(day: CivilDay): ClosingTarget {
  const weekday = weekdayOf(day);
  if (weekday === 0 || nationalHolidayOn(day) !== undefined) return closingTarget.sundayAndHoliday;
  return weekday === 6 ? closingTarget.saturday : closingTarget.weekday;
}

/**
 * Rule "precedence": settings of the pair before general settings, then settings by the buyer before settings by the seller, then
 * the newest version, then the earliest closing time, then the longest period.
 */
function byPrecedence(one: ClosingSetting, other: ClosingSetting): number {
  return (
    Number(isGeneral(one)) - Number(isGeneral(other)) ||
    Number(one.setBy === 'seller') - Number(other.setBy === 'seller') ||
    startOf(other) - startOf(one) ||
    closingSecondOf(one) - closingSecondOf(other) ||
    other.deliveryPeriod - one.deliveryPeriod
  );
}

function isGeneral({ memberCodeBuyer }: ClosingSetting): boolean {
  return memberCodeBuyer === '';
}

function closingSecondOf({ closingSecond }: ClosingSetting): number {
  return closingSecond ?? Number.MAX_SAFE_INTEGER;
}
