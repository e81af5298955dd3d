import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  countDays,
  dayNumber,
  dayOfNumber,
  formatTokyoDate,
  formatTokyoDateTime,
  isDate,
  isDateTime,
  parseTokyoDate,
  parseTokyoDateTime,
  weekdayOf,
} from './tokyo-time.js';

describe('formatting an instant', () => {
  it.each([
    ['2026-03-31T14:59:59.999Z', '2026-03-31 23:59:59'],
    ['2026-03-31T15:00:00.000Z', '2026-04-01 00:00:00'],
    ['2025-12-31T15:00:00.000Z', '2026-01-01 00:00:00'],
    ['2024-02-28T20:30:05.001Z', '2024-02-29 05:30:05'],
    ['1969-12-31T23:59:59.999Z', '1970-01-01 08:59:59'],
  ])('shows %s as %s in Japan, cut to the second', (instant, shown) => {
    expect(formatTokyoDateTime(new Date(instant))).toBe(shown);
    expect(formatTokyoDateTime(Date.parse(instant))).toBe(shown);
    expect(formatTokyoDate(new Date(instant))).toBe(shown.slice(0, 10));
  });

  it.each([Number.NaN, Date.parse('+010000-01-01T00:00:00Z'), Date.parse('0000-06-01T00:00:00Z'), -1e18])(
    'refuses %s',
    (instant) => {
      expect(() => formatTokyoDateTime(instant)).toThrow(RangeError);
    },
  );
});

describe('dates', () => {
  it.each(['2026-01-31', '2026-04-30', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('takes %s', (text) => {
    expect(isDate(text)).toBe(true);
    expect(formatTokyoDateTime(parseTokyoDate(text) ?? Number.NaN)).toBe(`${text} 00:00:00`);
  });

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-01',
    '26-01-01',
    '2026/01/01',
    '2026-01-01 ',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01 00:00:00',
    '2026-01-01T00:00:00',
    '20260101',
    '２０２６-01-01',
    '+2026-01-01',
  ])('refuses %j', (text) => {
    expect(isDate(text)).toBe(false);
    expect(parseTokyoDate(text)).toBeUndefined();
  });
});

describe('date-times', () => {
  it.each(['2026-01-31 00:00:00', '2026-12-31 23:59:59', '2024-02-29 12:34:56'])('takes %s', (text) => {
    expect(isDateTime(text)).toBe(true);
    expect(formatTokyoDateTime(parseTokyoDateTime(text) ?? Number.NaN)).toBe(text);
  });

  it.each([
    '2026-01-31',
    '2026-02-29 00:00:00',
    '2026-01-31 24:00:00',
    '2026-01-31 23:60:00',
    '2026-01-31 23:59:60',
    '2026-01-31T23:59:59',
    '2026-01-31 23:59',
    '2026-01-31 23:59:59.0',
    '2026-01-31 23:59:59Z',
    '2026-01-31  3:59:59',
    '2026-01-31 23:59:59\n',
  ])('refuses %j', (text) => {
    expect(isDateTime(text)).toBe(false);
    expect(parseTokyoDateTime(text)).toBeUndefined();
  });

  it('reads the clock of Japan', () => {
    expect(parseTokyoDateTime('2026-04-01 00:00:00')).toEqual(new Date('2026-03-31T15:00:00Z'));
  });
});

describe('counting days', () => {
  it.each([
    ['1970-01-01', 0],
    ['1970-01-02', 1],
    ['1969-12-31', -1],
    ['2026-03-01', 20513],
  ])('numbers %s as %d and back', (date, number) => {
    expect(dayNumber(date)).toBe(number);
    expect(dayOfNumber(number)).toBe(date);
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-06-15', 366, '2027-06-16'],
  ])('goes from %s by %d to %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to);
  });

  it.each([
    ['2026-01-01', '2026-01-01', 1],
    ['2026-01-01', '2026-01-14', 14],
    ['2025-12-31', '2026-01-14', 15],
    ['2026-01-02', '2026-01-01', 0],
  ])('counts %s to %s as %d days', (from, to, days) => {
    expect(countDays(from, to)).toBe(days);
  });

  it.each([
    ['2026-03-01', 0],
    ['2026-03-07', 6],
    ['1970-01-01', 4],
    ['1969-12-28', 0],
    ['0001-01-01', 1],
  ])('knows the weekday of %s', (date, weekday) => {
    expect(weekdayOf(date)).toBe(weekday);
  });

  it('refuses days that do not exist', () => {
    expect(() => dayNumber('2026-02-29')).toThrow(RangeError);
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  });
});
