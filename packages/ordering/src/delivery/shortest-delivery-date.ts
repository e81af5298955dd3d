import { ownLimits } from '@trading-platform/domain-types';
import { type CivilDay, lastDay } from './civil-day.js';
import type { DeliveryCalendar } from './delivery-calendar.js';
import type { DeliveryStep } from './delivery-step.js';
import type { JapanTime } from './japan-time.js';
import { knownNationalHolidays } from './national-holidays.js';

/** The earliest delivery date, and the steps of its calculation. The date is absent if no possible day was found. */
export interface ShortestDate {
  readonly day: CivilDay | undefined;
  readonly steps: readonly DeliveryStep[];
}

/**
 * Returns the day on which the seller receives an order that is sent at the given moment, and the closing time of this day if it
 * has one (Spec 4.5).
 */
export function receptionOf(
  sent: JapanTime,
  limit: CivilDay,
  calendar: DeliveryCalendar,
): { readonly day: CivilDay; readonly closingSecond: number | undefined } {
  const { day } = firstReceptionDay(afterClosingTime(sent, calendar).day, limit, calendar);
  return { day, closingSecond: calendar.closingOn(day).setting?.closingSecond };
}

/** The date that results from one rule. */
interface Move {
  readonly day: CivilDay;
  readonly steps: readonly DeliveryStep[];
}

/**
 * Calculates the earliest day on which an order of one product can be delivered if it is sent at the given moment (Spec 4.5).
 *
 * @param leadTime the order-master line's `lead_time`, in days
 */
export function shortestDeliveryDate(sent: JapanTime, leadTime: number, calendar: DeliveryCalendar): ShortestDate {
  const limit = Math.min(sent.day + ownLimits.deliverySearchDays, lastDay);
  const opened = afterClosingTime(sent, calendar);
  const received = firstReceptionDay(opened.day, limit, calendar);
  const counted = afterLeadTime(received.day, leadTime, limit, calendar);
  const deliverable = firstTradingDay(counted.day, limit, calendar);
  const moves = [opened, received, counted, deliverable];
  const steps = moves.flatMap((move) => move.steps);
  if (deliverable.day > limit) {
    return { day: undefined, steps: [...steps, ...holidaysUnknown(sent.day, limit), { rule: 'no-date', limit }] };
  }
  return { day: deliverable.day, steps: [...steps, ...ending(sent.day, deliverable.day, calendar)] };
}

/**
 * Rule "closing time": an order that is sent at or after the closing time of a reception day counts as received on the next day.
 */
function afterClosingTime(sent: JapanTime, calendar: DeliveryCalendar): Move {
  const start: DeliveryStep = { rule: 'sent', to: sent.day, second: sent.second };
  const { setting } = calendar.closingOn(sent.day);
  const closes = setting?.closingSecond;
  if (setting === undefined || closes === undefined || !isReceptionDay(sent.day, calendar)) {
    return { day: sent.day, steps: [start] };
  }
  if (sent.second < closes) {
    return { day: sent.day, steps: [start, { rule: 'before-closing', to: sent.day, setting }] };
  }
  const next = sent.day + 1;
  return { day: next, steps: [start, { rule: 'closing-time', from: sent.day, to: next, setting }] };
}

/**
 * Rule "reception day": a day on which the seller handles orders. If any closing setting is in force on the day, at least one of
 * these settings must match the day.
 */
export function isReceptionDay(day: CivilDay, calendar: DeliveryCalendar): boolean {
  return whyNoReception(day, calendar) === undefined;
}

type NoReception = 'no-reception-non-counting' | 'no-reception-closing';

function whyNoReception(day: CivilDay, calendar: DeliveryCalendar): NoReception | undefined {
  if (calendar.isNonCounting(day)) return 'no-reception-non-counting';
  const { anyApplies, setting } = calendar.closingOn(day);
  return anyApplies && setting === undefined ? 'no-reception-closing' : undefined;
}

/** Rule "reception": the order counts as received on the first reception day. */
function firstReceptionDay(from: CivilDay, limit: CivilDay, calendar: DeliveryCalendar): Move {
  const steps: DeliveryStep[] = [];
  let day = from;
  while (day <= limit) {
    const rule = whyNoReception(day, calendar);
    if (rule === undefined) {
      steps.push({ rule: 'reception-day', to: day, setting: calendar.closingOn(day).setting });
      break;
    }
    const next = firstDayAfter(day, limit, (later) => whyNoReception(later, calendar) === rule);
    steps.push({ rule, from: day, to: next });
    day = next;
  }
  return { day, steps };
}

/** Rule "lead time": adds the greater of lead time and delivery period. Only days on which the seller works are counted. */
function afterLeadTime(base: CivilDay, leadTime: number, limit: CivilDay, calendar: DeliveryCalendar): Move {
  if (base > limit) return { day: base, steps: [] };
  const deliveryPeriod = calendar.closingOn(base).setting?.deliveryPeriod ?? 0;
  const days = Math.max(leadTime, deliveryPeriod);
  const passedOver: CivilDay[] = [];
  let day = base;
  for (let counted = 0; counted < days && day <= limit; counted++) {
    day += 1;
    while (day <= limit && calendar.isNonCounting(day)) {
      passedOver.push(day);
      day += 1;
    }
  }
  return { day, steps: [{ rule: 'lead-time', from: base, to: day, days, leadTime, deliveryPeriod, passedOver }] };
}

/** Rule "non-trading day": moves the date to the first day on which delivery is not refused. */
function firstTradingDay(from: CivilDay, limit: CivilDay, calendar: DeliveryCalendar): Move {
  const steps: DeliveryStep[] = [];
  let day = from;
  while (day <= limit) {
    const reason = calendar.refusalOn(day);
    if (reason === undefined) break;
    const sameReason = (later: CivilDay) => calendar.refusalOn(later)?.kind === reason.kind;
    const next = reason.kind === 'national-holiday' ? day + 1 : firstDayAfter(day, limit, sameReason);
    steps.push({ rule: 'non-trading-day', from: day, to: next, reason });
    day = next;
  }
  return { day, steps };
}

function firstDayAfter(day: CivilDay, limit: CivilDay, goesOn: (later: CivilDay) => boolean): CivilDay {
  let next = day + 1;
  while (next <= limit && goesOn(next)) next += 1;
  return next;
}

function ending(sentDay: CivilDay, shortest: CivilDay, calendar: DeliveryCalendar): DeliveryStep[] {
  const reason = calendar.warningOn(shortest);
  return [
    ...(reason === undefined ? [] : [{ rule: 'warning', to: shortest, reason } as const]),
    ...holidaysUnknown(sentDay, shortest),
    { rule: 'shortest', to: shortest },
  ];
}

function holidaysUnknown(first: CivilDay, last: CivilDay): DeliveryStep[] {
  const known = knownNationalHolidays;
  return first < known.first || last > known.last ? [{ rule: 'holidays-unknown', known }] : [];
}
