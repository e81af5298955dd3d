import { type ClosingTarget, closingTarget } from '@trading-platform/domain-types';
import { type CivilDay, weekdayOf } from './civil-day.js';
import { nationalHolidayOn } from './national-holidays.js';
import type { ConcernsDestination } from './order-destination.js';

/** One row of the order closing time settings (Spec 2.6 `orderclosing[]`). */
export interface ClosingSetting extends ConcernsDestination {
  /** Empty: the seller's general setting for all its buyers. */
  readonly memberCodeBuyer: string;
  /** `oct_set_buyer_or_seller`: whether the buyer or the seller made it. */
  readonly setBy: 'buyer' | 'seller';
  readonly setId: string;
  readonly setNo: string;
  readonly name: string;
  /** `app_ord_flg` is 1. */
  readonly applies: boolean;
  /** `0` every day, `1` Monday to Friday, `2` Saturday, `3` Sunday and national holidays; any other matches no day. */
  readonly target: string;
  /** Seconds since midnight; undefined if the day never closes. */
  readonly closingSecond: number | undefined;
  /** Days to delivery. */
  readonly deliveryPeriod: number;
  /** The first day on which this version holds; undefined if it always holds. */
  readonly changeAppDate: CivilDay | undefined;
}

/** What the closing settings say about one day. */
interface ClosingOfDay {
  /** Whether any setting applies on the day, whether it matches or not. */
  readonly anyApplies: boolean;
  /** The setting that holds on the day: the first in order of precedence among those that apply and match. */
  readonly setting: ClosingSetting | undefined;
}

/** Answers what the closing settings say about a day. */
export type ClosingRule = (day: CivilDay) => ClosingOfDay;

/** Rule "closing setting": which of the settings of a pair holds on a day (Spec 4.5). */
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

/** Rows that agree in all of this are versions of one setting. */
function identityOf(setting: ClosingSetting): string {
  const { memberCodeBuyer, setBy, memberCodeOrderTo, setId, setNo } = setting;
  return JSON.stringify([memberCodeBuyer, setBy, memberCodeOrderTo, setId, setNo]);
}

function newestFirst(versions: readonly ClosingSetting[]): ClosingSetting[] {
  return versions.toSorted((one, other) => startOf(other) - startOf(one));
}

/** Rule "version": the newest `change_app_date` that is not after the day. All rows with this date hold. */
function inForceOn(day: CivilDay, newestFirstVersions: readonly ClosingSetting[]): readonly ClosingSetting[] {
  const newest = newestFirstVersions.find((version) => startOf(version) <= day);
  if (newest === undefined) return [];
  return newestFirstVersions.filter((version) => startOf(version) === startOf(newest));
}

function startOf({ changeAppDate }: ClosingSetting): number {
  return changeAppDate ?? Number.MIN_SAFE_INTEGER;
}

/** Rule "target": the kind of a day. A national holiday is `3` on any weekday. */
function targetOf(day: CivilDay): ClosingTarget {
  const weekday = weekdayOf(day);
  if (weekday === 0 || nationalHolidayOn(day) !== undefined) return closingTarget.sundayAndHoliday;
  return weekday === 6 ? closingTarget.saturday : closingTarget.weekday;
}

/** Rule "precedence": pair before general, buyer before seller, newest version, earliest closing, longest period. */
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
