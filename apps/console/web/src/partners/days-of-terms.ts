import type { TradingDay } from '../../../wire/index.js';
import type { CalendarDay, DayKind } from '../delivery/calendar.js';

/** Converts the days in the terms with a partner into days of the calendar. */
export function daysOfTerms(days: readonly TradingDay[]): readonly CalendarDay[] {
  return days.map(({ day, refused_by, warned_by, not_counted_flg, reception_flg }) => {
    const kinds: DayKind[] = [];
    if (refused_by !== '') kinds.push('not-traded');
    if (warned_by !== '') kinds.push('warned');
    // On a day that is not counted, no orders are received either.
    if (not_counted_flg === '1') kinds.push('not-counted');
    else if (reception_flg === '0') kinds.push('not-received');
    return { day, kinds };
  });
}
