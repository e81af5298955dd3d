import type { CivilDay } from './civil-day.js';

/** A period of days. The first and the last day of a period both belong to it. */
export interface DayRange {
  readonly first: CivilDay;
  readonly last: CivilDay;
}

/** @param days in their order */
export function rangesOf(days: readonly CivilDay[]): readonly DayRange[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const open = ranges.at(-1);
    if (open?.last === day - 1) ranges[ranges.length - 1] = { first: open.first, last: day };
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}
