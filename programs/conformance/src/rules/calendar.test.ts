import { describe, expect, it } from '@jest/globals';
import { dayOf, isNationalHoliday, textOf, weekdayOf } from './calendar.js';

describe('the calendar', () => {
  it('counts days over leap years', () => {
    expect(textOf(dayOf('2028-02-28') + 2)).toBe('2028-03-01');
    expect(textOf(dayOf('2027-03-02') + 366)).toBe('2028-03-02');
  });

  it('knows weekdays', () => {
    expect(['2027-03-01', '2027-03-07'].map((text) => weekdayOf(dayOf(text)))).toEqual([1, 0]);
  });

  it('knows national holidays and their substitutes', () => {
    const days = ['2027-03-21', '2027-03-22', '2027-03-23', '2026-09-22', '2027-12-31'];
    expect(days.filter((text) => isNationalHoliday(dayOf(text)))).toEqual(['2027-03-21', '2027-03-22', '2026-09-22']);
  });
});
