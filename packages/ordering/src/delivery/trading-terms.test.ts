import { describe, expect, it } from '@jest/globals';
import { parseDay } from './civil-day.js';
import type { DeliverySettings } from './delivery-calendar.js';
import { readClosingSetting, readNonTradingSetting } from './read-setting-rows.js';
import { tradingTerms } from './trading-terms.js';

const monday = parseDay('2026-11-23')!;
const none: DeliverySettings = { closing: [], nonTrading: [], nonCountingDays: new Set(), blocks: [] };
const termsOf = (settings: Partial<DeliverySettings>) =>
  tradingTerms(
    { buyer: 'b', headOffice: '', seller: 's', settings: { ...none, ...settings } },
    new Date('2026-11-23T00:00:00+09:00'),
  );

const weekdays = { app_ord_flg: '1', target: '1', closing_time: '9:05', delivery_period: '2', set_name: 'A' };

describe('the terms between a buyer and a seller', () => {
  it('without settings restrict no day', () => {
    const { day_list: days, ...rest } = termsOf({});
    expect(rest).toEqual({
      member_code_buyer: 'b',
      member_code_seller: 's',
      order_block_flg: '0',
      closing_list: [],
      nottrade_list: [],
    });
    expect(days).toHaveLength(42);
    expect(days[0]).toEqual({
      day: '2026-11-23',
      not_counted_flg: '0',
      reception_flg: '1',
      closing_time: '',
      delivery_period: '',
      refused_by: '',
      warned_by: '',
    });
  });

  it('tell the closing time and the delivery period of each day, and the days without reception', () => {
    const closing = [readClosingSetting('', weekdays), readClosingSetting('b', { ...weekdays, app_ord_flg: '0' })];
    const { closing_list, day_list: days } = termsOf({ closing, nonCountingDays: new Set([monday + 1]) });
    expect(closing_list).toEqual([
      {
        general_flg: '1',
        oct_set_buyer_or_seller: '1',
        member_code_order_to: '',
        set_name: 'A',
        target: '1',
        closing_time: '09:05',
        delivery_period: '2',
        change_app_date: '',
      },
    ]);
    // 2026-11-23 is a national holiday, to which the setting does not apply.
    const told = days.slice(0, 3).map((day) => [day.reception_flg, day.not_counted_flg, day.closing_time]);
    expect(told).toEqual([
      ['0', '0', ''],
      ['0', '1', '09:05'],
      ['1', '0', '09:05'],
    ]);
  });

  it('tell the days without delivery, and by which rule', () => {
    const common = { establish_flg: '1', warning_type: '0' };
    const nonTrading = [
      readNonTradingSetting('', { ...common, prohibit_flg: '0', week_flg: '0000001', holiday_flg: '1' }),
      readNonTradingSetting('b', { ...common, prohibit_flg: '1', prohibit_month: '11', prohibit_day: '4' }),
      readNonTradingSetting('b', {
        ...common,
        warning_type: '1',
        prohibit_flg: '2',
        prohibit_date_from_ymd: '2026-11-24',
        prohibit_date_to_ymd: '2026-11-25',
      }),
      readNonTradingSetting('b', { establish_flg: '0', prohibit_flg: '0', week_flg: '1111111' }),
    ];
    const { nottrade_list, day_list: days } = termsOf({ nonTrading });
    expect(
      nottrade_list.map(({ rule, week_flg, first_date, last_date }) => [rule, week_flg, first_date, last_date]),
    ).toEqual([
      ['weekly', '0000001', '', ''],
      ['yearly', '', '11-04', '11-04'],
      ['range', '', '2026-11-24', '2026-11-25'],
    ]);
    const told = days.flatMap(({ day, refused_by, warned_by }) =>
      refused_by + warned_by === '' ? [] : [`${day.slice(5)} ${refused_by} ${warned_by}`],
    );
    expect(told.slice(0, 4)).toEqual(['11-23 national-holiday ', '11-24  range', '11-25  range', '11-28 weekly ']);
  });

  it('tell of a block only if it is for every destination', () => {
    const block = { memberCodeBuyer: 'b', blocks: true };
    expect([
      termsOf({ blocks: [{ ...block, memberCodeOrderTo: 'x' }] }).order_block_flg,
      termsOf({ blocks: [{ ...block, memberCodeOrderTo: '' }] }).order_block_flg,
    ]).toEqual(['0', '1']);
  });
});
