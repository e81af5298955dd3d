import { dayOfNumber } from '@trading-platform/domain-types';

const texts = new Map<number, string>();

/** Returns the text `yyyy-MM-dd` of a day number. The texts are kept, because a market has few different days. */
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined) {
    text = dayOfNumber(day);
    texts.set(day, text);
  }
  return text;
}

/** `HH:mm:ss` */
export function timeText(secondOfDay: number): string {
  return `${two(Math.floor(secondOfDay / 3_600))}:${two(Math.floor(secondOfDay / 60) % 60)}:${two(secondOfDay % 60)}`;
}

/** `yyyy-MM-dd HH:mm:ss` */
export function momentText(day: number, secondOfDay: number): string {
  return `${dayText(day)} ${timeText(secondOfDay)}`;
}

/** A number from 0 (Sunday) to 6 (Saturday). */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
