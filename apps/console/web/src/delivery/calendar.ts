import type { DeliveryStep } from '../../../wire/index.js';

/** What happens on a day between the order and the delivery. */
export type DayKind =
  | 'sent'
  | 'closed'
  | 'received'
  | 'not-received'
  | 'not-counted'
  | 'counted'
  | 'not-traded'
  | 'warned'
  | 'shortest'
  | 'wished'
  | 'wish-impossible';

export interface CalendarDay {
  /** `yyyy-MM-dd` */
  readonly day: string;
  readonly kinds: readonly DayKind[];
}

/** The maximum number of days in a calendar. Later days are described in words only. */
export const shownDays = 63;

/** How many further days the calendar shows after the last day on which something happens. */
const spareDays = 2;

/** Returns the days from the order to the delivery. The steps of the explanation decide what each day means. */
export function calendarOf(
  steps: readonly DeliveryStep[],
  wish: string,
  isWishPossible: boolean,
): readonly CalendarDay[] {
  const kinds = new Map<string, DayKind[]>();
  const mark = (day: string, kind: DayKind) => {
    if (day !== '') kinds.set(day, [...new Set([...(kinds.get(day) ?? []), kind])]);
  };
  for (const step of steps) for (const [day, kind] of daysOf(step)) mark(day, kind);
  if (wish !== '') mark(wish, isWishPossible ? 'wished' : 'wish-impossible');
  const marked = [...kinds.keys()].toSorted();
  const [first, last] = [marked[0], marked.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = Math.min(distance(first, last) + 1 + spareDays, shownDays);
  return Array.from({ length: count }, (_, index) => {
    const day = after(first, index);
    return { day, kinds: kinds.get(day) ?? [] };
  });
}

function daysOf(step: DeliveryStep): readonly (readonly [string, DayKind])[] {
  const { rule, from, to } = step;
  switch (rule) {
    case 'sent':
      return [[to, 'sent']];
    case 'closing-time':
      return [[from, 'closed']];
    case 'no-reception-non-counting':
      return between(from, to).map((day) => [day, 'not-counted']);
    case 'no-reception-closing':
      return between(from, to).map((day) => [day, 'not-received']);
    case 'reception-day':
      return [[to, 'received']];
    case 'lead-time':
      return leadTimeDays(step);
    case 'non-trading-day':
      return between(from, to).map((day) => [day, 'not-traded']);
    case 'warning':
      return [[to, 'warned']];
    case 'shortest':
      return [[to, 'shortest']];
    default:
      return [];
  }
}

function leadTimeDays({ from, to, notCounted }: DeliveryStep): readonly (readonly [string, DayKind])[] {
  const passedOver = new Set(notCounted.flatMap(({ first, last }) => between(first, after(last, 1))));
  return between(after(from, 1), after(to, 1)).map((day) => [day, passedOver.has(day) ? 'not-counted' : 'counted']);
}

/** Returns the days from `first` to `last`, without `last`. */
function between(first: string, end: string): readonly string[] {
  if (first === '' || end === '') return [];
  return Array.from({ length: Math.max(0, Math.min(distance(first, end), shownDays)) }, (_, index) =>
    after(first, index),
  );
}

const dayMs = 24 * 60 * 60 * 1_000;

function distance(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMs);
}

function after(day: string, days: number): string {
  return day === '' ? '' : new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
