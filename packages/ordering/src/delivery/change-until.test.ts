import { describe, expect, it } from '@jest/globals';
import { closing, settingsOf } from '../../test/delivery-builders.js';
import { timeOf } from '../../test/update-builders.js';
import { changeUntilRule } from './change-until.js';

describe('until when an order can be changed', () => {
  it.each<[string, string, Parameters<typeof settingsOf>[0], readonly string[], string]>([
    ['the end of the day without a closing time', '2026-11-18 10:00:00', {}, [''], '2026-11-19 00:00:00'],
    [
      'the closing time of the day',
      '2026-11-18 10:00:00',
      { closing: [closing('15:00')] },
      [''],
      '2026-11-18 15:00:00',
    ],
    [
      'that of the next day, if it was sent at the closing time',
      '2026-11-18 15:00:00',
      { closing: [closing('15:00')] },
      [''],
      '2026-11-19 15:00:00',
    ],
    [
      'that of the next day on which the seller works',
      '2026-11-18 10:00:00',
      { closing: [closing('15:00')], nonCounting: ['2026-11-18', '2026-11-19'] },
      [''],
      '2026-11-20 15:00:00',
    ],
    [
      'the end of the next day on which the seller works',
      '2026-12-31 10:00:00',
      { nonCounting: ['2026-12-31'] },
      [''],
      '2027-01-02 00:00:00',
    ],
    [
      'the earliest time of all destinations',
      '2026-11-18 10:00:00',
      {
        closing: [
          closing('15:00', { member_code_order_to: 'X' }),
          closing('12:30', { member_code_order_to: 'Y', set_id: '2' }),
        ],
      },
      ['X', 'Y', 'X'],
      '2026-11-18 12:30:00',
    ],
    [
      'the end of the day without products',
      '2026-11-18 10:00:00',
      { closing: [closing('15:00')] },
      [],
      '2026-11-19 00:00:00',
    ],
  ])('is %s', (_name, sent, settings, ordersTo, expected) => {
    expect(changeUntilRule(timeOf(sent), settingsOf(settings))(ordersTo)).toBe(expected);
  });
});
