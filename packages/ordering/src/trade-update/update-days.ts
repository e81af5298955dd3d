import { endOfDay, formatTime } from '../delivery/change-until.js';
import { type CivilDay, parseDay } from '../delivery/civil-day.js';

/** The end of a day as `yyyy-MM-dd HH:mm:ss`; `""` if the text is no day. */
export function endOf(text: string): string {
  const day = parseDay(text);
  return day === undefined ? '' : formatTime({ day, second: endOfDay });
}

/** Returns the number of days from one day to another, or undefined if one of the texts is not a day. */
export function daysFrom(from: string, to: CivilDay): number | undefined {
  const day = parseDay(from);
  return day === undefined ? undefined : to - day;
}
