import { dayOfNumber } from '@trading-platform/domain-types';

const texts = new Map<number, string>();

/** `yyyy-MM-dd` of a day number; the days of a market are few, so their texts are kept. */
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

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
