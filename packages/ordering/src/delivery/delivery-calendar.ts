import type { CivilDay } from './civil-day.js';
import { type ClosingRule, type ClosingSetting, closingRule } from './closing-setting.js';
import { type NonTradingRule, type NonTradingSetting, refusingRule, warningRule } from './non-trading-day.js';
import type { OrderBlock } from './order-block.js';
import { type ConcernsDestination, concernsDestination } from './order-destination.js';
import { remembered } from './remembered.js';

/** All settings between a buyer and a seller, including the seller's general settings (Spec 2.6). */
export interface DeliverySettings {
  readonly closing: readonly ClosingSetting[];
  readonly nonTrading: readonly NonTradingSetting[];
  /** Lead-time non-counting days of the seller. */
  readonly nonCountingDays: ReadonlySet<CivilDay>;
  readonly blocks: readonly OrderBlock[];
}

/** The settings that apply on each day to master records with the same `member_code_order_to`. */
export interface DeliveryCalendar {
  readonly isNonCounting: (day: CivilDay) => boolean;
  readonly closingOn: ClosingRule;
  readonly refusalOn: NonTradingRule;
  readonly warningOn: NonTradingRule;
}

/** Builds a calendar from the settings that apply to the master record. The calendar keeps its results in memory. */
export function deliveryCalendar(settings: DeliverySettings, memberCodeOrderTo: string): DeliveryCalendar {
  const concerning = <Setting extends ConcernsDestination>(all: readonly Setting[]) =>
    all.filter((setting) => concernsDestination(setting, memberCodeOrderTo));
  const nonTrading = concerning(settings.nonTrading);
  return {
    isNonCounting: (day) => settings.nonCountingDays.has(day),
    closingOn: remembered(closingRule(concerning(settings.closing))),
    refusalOn: remembered(refusingRule(nonTrading)),
    warningOn: remembered(warningRule(nonTrading)),
  };
}
