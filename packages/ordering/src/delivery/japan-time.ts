import { parseTokyoDateTime } from '@trading-platform/domain-types';
import type { CivilDay } from './civil-day.js';

/** A time in Japan with a resolution of one second. */
export interface JapanTime {
  readonly day: CivilDay;
  /** Seconds since midnight. */
  readonly second: number;
}

/** Japan is nine hours ahead of UTC all year. The server's time zone does not matter. */
const japanOffsetSeconds = 9 * 3600;
const secondsPerDay = 86_400;

/** The Japanese time at an instant. Fractions of a second are dropped. */
export function japanTimeAt(instant: Date): JapanTime {
  const seconds = Math.floor(instant.getTime() / 1000) + japanOffsetSeconds;
  const day = Math.floor(seconds / secondsPerDay);
  return { day, second: seconds - day * secondsPerDay };
}

/** The first instant of a Japanese second, in epoch milliseconds. */
export function instantOf({ day, second }: JapanTime): number {
  return (day * secondsPerDay + second - japanOffsetSeconds) * 1000;
}

/** Reads `yyyy-MM-dd HH:mm:ss` as Japanese time, and returns undefined for any other form and for a time that does not exist. */
export function parseJapanTime(text: string): JapanTime | undefined {
  const instant = parseTokyoDateTime(text);
  return instant && japanTimeAt(instant);
}

/** Writes seconds since midnight as `HH:mm:ss`. */
export function formatSecondOfDay(second: number): string {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
