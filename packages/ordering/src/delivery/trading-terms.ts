import {
  type ClosingTerm,
  closingSetBy,
  flag,
  type NonTradingTerm,
  type PartnerTerms,
  type TradingDay,
  warningType,
} from '@trading-platform/domain-types';
import { type CivilDay, formatDay } from './civil-day.js';
import type { ClosingSetting } from './closing-setting.js';
import { deliveryCalendar } from './delivery-calendar.js';
import type { DeliveryPair } from './delivery-source.js';
import { formatSecondOfDay, japanTimeAt } from './japan-time.js';
import type { NonTradingDays, NonTradingSetting } from './non-trading-day.js';
import { findOrderBlock } from './order-block.js';
import { isReceptionDay } from './shortest-delivery-date.js';

/** The number of days that the terms describe. */
const daysOfTerms = 42;

/**
 * Describes the settings between a buyer and a seller, and what they mean for each of the next days. A setting that is
 * limited to an order destination is described, but does not affect the days.
 */
export function tradingTerms({ buyer, seller, settings }: DeliveryPair, now: Date): PartnerTerms {
  return {
    member_code_buyer: buyer,
    member_code_seller: seller,
    order_block_flg: flagOf(findOrderBlock(settings.blocks, '') !== undefined),
    closing_list: settings.closing.filter(({ applies }) => applies).map(closingTerm),
    nottrade_list: settings.nonTrading.filter(({ established }) => established).map(nonTradingTerm),
    day_list: tradingDays(settings, japanTimeAt(now).day),
  };
}

function tradingDays(settings: DeliveryPair['settings'], today: CivilDay): TradingDay[] {
  const calendar = deliveryCalendar(settings, '');
  return Array.from({ length: daysOfTerms }, (_, place) => {
    const day = today + place;
    const { setting } = calendar.closingOn(day);
    return {
      day: formatDay(day),
      not_counted_flg: flagOf(calendar.isNonCounting(day)),
      reception_flg: flagOf(isReceptionDay(day, calendar)),
      closing_time: timeText(setting?.closingSecond),
      delivery_period: setting === undefined ? '' : String(setting.deliveryPeriod),
      refused_by: calendar.refusalOn(day)?.kind ?? '',
      warned_by: calendar.warningOn(day)?.kind ?? '',
    };
  });
}

function closingTerm(setting: ClosingSetting): ClosingTerm {
  const { memberCodeBuyer, setBy, memberCodeOrderTo, name, target, closingSecond, deliveryPeriod } = setting;
  return {
    general_flg: flagOf(memberCodeBuyer === ''),
    oct_set_buyer_or_seller: closingSetBy[setBy],
    member_code_order_to: memberCodeOrderTo,
    set_name: name,
    target,
    closing_time: timeText(closingSecond),
    delivery_period: String(deliveryPeriod),
    change_app_date: setting.changeAppDate === undefined ? '' : formatDay(setting.changeAppDate),
  };
}

function nonTradingTerm({
  memberCodeBuyer,
  memberCodeOrderTo,
  days,
  nationalHolidays,
  onlyWarns,
}: NonTradingSetting): NonTradingTerm {
  const [first, last] = rangeOf(days);
  return {
    general_flg: flagOf(memberCodeBuyer === ''),
    member_code_order_to: memberCodeOrderTo,
    rule: days.kind === 'none' ? '' : days.kind,
    week_flg: days.kind === 'weekly' ? Array.from({ length: 7 }, (_, day) => flagOf(days.weekdays[day])).join('') : '',
    first_date: first,
    last_date: last,
    holiday_flg: flagOf(nationalHolidays),
    warning_type: onlyWarns ? warningType.warn : warningType.refuse,
  };
}

function rangeOf(days: NonTradingDays): readonly [first: string, last: string] {
  switch (days.kind) {
    case 'yearly':
      return [dateText(days.monthDay), dateText(days.monthDay)];
    case 'range':
    case 'yearly-range':
      return [dateText(days.from), dateText(days.to)];
    default:
      return ['', ''];
  }
}

/** Writes 20281231 as `2028-12-31`, and 1231 as `12-31`. */
function dateText(number: number): string {
  const monthDay = String(number % 10_000).padStart(4, '0');
  const year = number < 10_000 ? '' : `${String(Math.floor(number / 10_000)).padStart(4, '0')}-`;
  return `${year}${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
}

function timeText(second: number | undefined): string {
  return second === undefined ? '' : formatSecondOfDay(second).slice(0, 'HH:mm'.length);
}

function flagOf(isOn: boolean | undefined) {
  return isOn === true ? flag.on : flag.off;
}
