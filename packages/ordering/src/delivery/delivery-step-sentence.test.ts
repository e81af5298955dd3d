import { describe, expect, it } from '@jest/globals';
import { answerOf, block, closing, type Order, range, weekends, weekly } from '../../test/delivery-builders.js';
import { explanationOf } from './delivery-answer.js';

function textsOf(order: Order): { en: string[]; ja: string[] } {
  const { step_list } = explanationOf(answerOf(order), 0);
  return { en: step_list.map(({ text_en }) => text_en), ja: step_list.map(({ text_ja }) => text_ja) };
}

describe('explanation of a delivery date', () => {
  it('tells in English which rule moved the date to where', () => {
    const order: Order = {
      sent: '2026-11-20 15:00:00',
      leadTime: 1,
      wish: '2026-11-24',
      closing: [closing('15:00', { set_id: '7', set_no: '1', set_name: 'Standard' })],
      nonCounting: weekends,
      nonTrading: [weekly('0010000', { holiday_flg: '1' })],
    };
    expect(textsOf(order).en).toEqual([
      "The product is in the buyer's own order master and can be ordered.",
      'The order is sent on 2026-11-20 (Fri) at 15:00:00, Japan time.',
      'The closing time 15:00 has been reached (closing setting 7-1 Standard by the seller, for the pair): the order counts from 2026-11-21 (Sat).',
      'The seller does not work orders on 2026-11-21 (Sat) to 2026-11-22 (Sun) (lead-time non-counting): on to 2026-11-23 (Mon, Labor Thanksgiving Day).',
      'The order is received on 2026-11-23 (Mon, Labor Thanksgiving Day).',
      '1 day(s), the greater of lead time 1 and delivery period 0, are counted: on to 2026-11-24 (Tue).',
      'No delivery on 2026-11-24 (Tue), non-trading (weekly, setting for the pair): on to 2026-11-25 (Wed).',
      'The shortest delivery date is 2026-11-25 (Wed).',
      'The wished date 2026-11-24 (Tue) is earlier than the shortest one, 2026-11-25 (Wed).',
      'The wished date 2026-11-24 (Tue) is a non-trading day (weekly, setting for the pair).',
    ]);
  });

  it('tells the same in Japanese', () => {
    const order: Order = {
      sent: '2026-11-20 15:00:00',
      leadTime: 1,
      closing: [closing('15:00', { set_id: '7' })],
      nonCounting: weekends,
    };
    expect(textsOf(order).ja).toEqual([
      '商品は買い手の発注マスタにあり、発注できます。',
      '注文の送信日時は2026-11-20(金) 15:00:00(日本時間)です。',
      '締め時間15:00以降なので、翌日の2026-11-21(土)から受け付けます(取引先別、売り手の締め時間設定 7)。',
      '2026-11-21(土)から2026-11-22(日)までは売り手のリードタイム非加算日で受け付けないため、2026-11-23(月・勤労感謝の日)へ進みます。',
      '受付日は2026-11-23(月・勤労感謝の日)です。',
      'リードタイム1日と納品日数0日の大きい方の1日を数え、2026-11-24(火)へ進みます。',
      '最短納品日は2026-11-24(火)です。',
    ]);
  });

  it('names each move by rule and dates', () => {
    const { step_list } = explanationOf(
      answerOf({ sent: '2026-11-13 10:00:00', leadTime: 2, nonCounting: weekends }),
      0,
    );
    expect(step_list.map(({ rule, from_date, to_date }) => [rule, from_date, to_date])).toEqual([
      ['order-master-line', '', ''],
      ['sent', '', '2026-11-13'],
      ['reception-day', '', '2026-11-13'],
      ['lead-time', '2026-11-13', '2026-11-17'],
      ['shortest', '', '2026-11-17'],
    ]);
  });

  it('names the days that a lead time passes over, those that follow each other together', () => {
    const { step_list } = explanationOf(
      answerOf({ sent: '2026-11-13 10:00:00', leadTime: 6, nonCounting: weekends }),
      0,
    );
    expect(step_list.map(({ rule, not_counted_list }) => [rule, ...not_counted_list])).toEqual([
      ['order-master-line'],
      ['sent'],
      ['reception-day'],
      [
        'lead-time',
        { first_date: '2026-11-14', last_date: '2026-11-15' },
        { first_date: '2026-11-21', last_date: '2026-11-22' },
      ],
      ['shortest'],
    ]);
  });

  it.each<[string, Order, string]>([
    ['an unknown product', { sent: '2026-11-13 10:00:00', lines: [] }, 'No such product of the seller'],
    ['a hidden product', { sent: '2026-11-13 10:00:00', line: { viewActiveCode: '0' } }, 'view_active_code'],
    ['a block', { sent: '2026-11-13 10:00:00', blocks: [block()] }, 'Ordering is blocked between'],
    [
      'a general block',
      { sent: '2026-11-13 10:00:00', blocks: [block({ member_code_buyer: '' })] },
      'blocked ordering for all its buyers',
    ],
    [
      'a hopeless calendar',
      { sent: '2026-11-13 10:00:00', nonTrading: [weekly('1111111')] },
      'There is no possible delivery date up to 2027-11-14 (Sun).',
    ],
    [
      'a day that only warns',
      { sent: '2026-11-13 10:00:00', nonTrading: [range('2026-11-13', '2026-11-13', { warning_type: '1' })] },
      'only warns (period, setting for the pair)',
    ],
    [
      'the end of the calendar',
      { sent: '9999-12-31 15:00:00', closing: [closing('15:00')] },
      'the order counts from a day after the year 9999.',
    ],
    [
      'days beyond the known national holidays',
      { sent: '2050-12-31 10:00:00', leadTime: 1 },
      'National holidays are known from 1970-01-01 (Thu, New Year’s Day)',
    ],
  ])('has a sentence for %s', (_, order, part) => {
    expect(textsOf(order).en.join('\n').replaceAll("'", '’')).toContain(part.replaceAll("'", '’'));
  });

  it('has a sentence in either language for every step', () => {
    const everything: Order[] = [
      { sent: '2026-09-18 10:00:00', wish: '2026-11-22', closing: [closing('15:00', { target: '3' })] },
      { sent: '2026-11-13 10:00:00', wish: '2026-11-14', nonTrading: [weekly('0000001', { warning_type: '1' })] },
      {
        sent: '2026-11-13 10:00:00',
        leadTime: 30,
        nonCounting: weekends,
        line: { owner: 'head-office', shareFlg: '1' },
      },
    ];
    for (const order of everything) {
      const { en, ja } = textsOf(order);
      for (const text of [...en, ...ja]) expect(text).not.toMatch(/undefined|NaN/);
      expect(en.every((text) => text.endsWith('.'))).toBe(true);
      expect(ja.every((text) => text.endsWith('。'))).toBe(true);
    }
  });
});
