import type { Instant } from '../../../wire/index.js';

export type Language = 'en' | 'ja';

/** Writes numbers, sizes and times in a language. All times are Japan time, as everywhere on the platform. */
export interface Format {
  readonly number: (value: number) => string;
  /** Writes a round number with as few characters as possible. */
  readonly roundNumber: (value: number) => string;
  readonly bytes: (value: number) => string;
  readonly duration: (ms: number) => string;
  /** Writes the day, and the time to the minute. */
  readonly moment: (at: Instant) => string;
  /** Writes the time to the second. */
  readonly time: (at: Instant) => string;
  /** Writes a day `yyyy-MM-dd` with its weekday. */
  readonly day: (day: string) => string;
  /** Writes a day `yyyy-MM-dd` without its weekday. */
  readonly plainDay: (day: string) => string;
  readonly shortDay: (day: string) => string;
  readonly weekday: (day: string) => string;
  readonly yen: (amount: string) => string;
  readonly percent: (share: number) => string;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' };
const timeZone = 'Asia/Tokyo';

export function makeFormat(language: Language): Format {
  const locale = locales[language];
  const plain = new Intl.NumberFormat(locale);
  const round = new Intl.NumberFormat(locale, { notation: 'compact' });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const yen = new Intl.NumberFormat(locale, { style: 'currency', currency: 'JPY', currencyDisplay: 'narrowSymbol' });
  const units = sizes.map(
    (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 }),
  );
  const few = new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const moment = new Intl.DateTimeFormat(locale, {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' });
  const shortDay = new Intl.DateTimeFormat(locale, { timeZone, month: 'numeric', day: 'numeric' });
  const weekday = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' });
  return {
    number: (value) => plain.format(value),
    roundNumber: (value) => round.format(value),
    percent: (value) => share.format(value),
    bytes: (value) => {
      const power = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), sizes.length - 1);
      if (power === 0) return few.format(value);
      return (units[power] as Intl.NumberFormat).format(value / 1000 ** power);
    },
    duration: (ms) => durationIn(language, ms, plain),
    moment: (at) => moment.format(at),
    time: (at) => time.format(at),
    day: (text) => `${day.format(noonOf(text))} (${weekday.format(noonOf(text))})`,
    plainDay: (text) => day.format(noonOf(text)),
    shortDay: (text) => shortDay.format(noonOf(text)),
    weekday: (text) => weekday.format(noonOf(text)),
    // The amount stays a text, because old slips may contain other texts and a JavaScript number cannot represent every
    // amount.
    yen: (amount) => (/^-?\d+(?:\.\d+)?$/.test(amount) ? yen.format(amount as `${number}`) : amount),
  };
}

const units = {
  en: { ms: ' ms', second: ' s', minute: ' min', hour: ' h', gap: ' ' },
  ja: { ms: 'ミリ秒', second: '秒', minute: '分', hour: '時間', gap: '' },
} as const;

function durationIn(language: Language, ms: number, plain: Intl.NumberFormat): string {
  const unit = units[language];
  if (ms < 1_000) return `${plain.format(Math.round(ms))}${unit.ms}`;
  if (ms < 10_000) return `${plain.format(Math.round(ms / 100) / 10)}${unit.second}`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}${unit.second}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${unit.minute}${unit.gap}${seconds % 60}${unit.second}`;
  return `${plain.format(Math.floor(minutes / 60))}${unit.hour}${unit.gap}${minutes % 60}${unit.minute}`;
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00+09:00`);
}
