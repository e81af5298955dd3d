import { describe, expect, it } from '@jest/globals';
import { dayNumber } from '@trading-platform/domain-types';
import type { Order } from '../../test/delivery-builders.js';
import {
  aLine,
  answerOf,
  block,
  closing,
  days,
  nonTrading,
  range,
  settingsOf,
  shortOf,
  weekends,
  weekly,
  yearly,
  yearlyRange,
} from '../../test/delivery-builders.js';
import { formatDay } from './civil-day.js';
import type { DeliveryStep } from './delivery-step.js';
import { judgeProducts } from './judge-products.js';

type Example = [sentence: string, order: Order, answer: string];

const daily = [closing('15:00')];
const general = { member_code_buyer: '' };
const byBuyer = { oct_set_buyer_or_seller: '0' };

const closingTimes: Example[] = [
  [
    'on Friday a second before the closing time, with one day of lead time: Monday',
    { sent: '2026-11-13 14:59:59', leadTime: 1, closing: daily, nonCounting: weekends },
    '2026-11-16',
  ],
  [
    'on Friday at the very second of the closing time: Tuesday',
    { sent: '2026-11-13 15:00:00', leadTime: 1, closing: daily, nonCounting: weekends },
    '2026-11-17',
  ],
  [
    'on Saturday, which is not counted: Tuesday, like Friday after closing',
    { sent: '2026-11-14 10:00:00', leadTime: 1, closing: daily, nonCounting: weekends },
    '2026-11-17',
  ],
  [
    'without lead time on Friday before closing: the same Friday',
    { sent: '2026-11-13 10:00:00', leadTime: 0, closing: daily, nonCounting: weekends },
    '2026-11-13',
  ],
  [
    'without lead time on Saturday: Monday',
    { sent: '2026-11-14 10:00:00', leadTime: 0, closing: daily, nonCounting: weekends },
    '2026-11-16',
  ],
  [
    'on a non-counting Saturday after the closing time: still Monday, because Saturday receives nothing anyway',
    { sent: '2026-11-14 23:59:59', leadTime: 0, closing: daily, nonCounting: weekends },
    '2026-11-16',
  ],
  [
    'on Sunday evening: received on Monday, whose closing time is not yet reached',
    { sent: '2026-11-15 23:59:59', leadTime: 0, closing: daily, nonCounting: weekends },
    '2026-11-16',
  ],
  [
    'at the last second of the day without any closing setting: the same day',
    { sent: '2026-11-13 23:59:59' },
    '2026-11-13',
  ],
  [
    'at midnight with closing time 00:00: the next day, since every second is at or after it',
    { sent: '2026-11-13 00:00:00', closing: [closing('00:00')] },
    '2026-11-14',
  ],
  [
    'a second before a closing time of 23:59: the same day',
    { sent: '2026-11-13 23:58:59', closing: [closing('23:59')] },
    '2026-11-13',
  ],
  [
    'a setting without closing time never closes the day',
    { sent: '2026-11-13 23:59:59', closing: [closing('')] },
    '2026-11-13',
  ],
  [
    'after closing on the last day of a month: the first of the next',
    { sent: '2026-11-30 16:00:00', closing: daily },
    '2026-12-01',
  ],
  [
    'after closing on New Year’s Eve: New Year’s Day, unless something refuses it',
    { sent: '2026-12-31 16:00:00', closing: daily },
    '2027-01-01',
  ],
  [
    'after closing on 28 February of a leap year: 29 February',
    { sent: '2028-02-28 16:00:00', closing: daily },
    '2028-02-29',
  ],
  [
    'after closing on 28 February of a common year: 1 March',
    { sent: '2027-02-28 16:00:00', closing: daily },
    '2027-03-01',
  ],
];

const leadTimes: Example[] = [
  ['lead time 3 without any setting: three days later', { sent: '2026-11-13 10:00:00', leadTime: 3 }, '2026-11-16'],
  [
    'lead time 3 over a weekend that is not counted: Wednesday',
    { sent: '2026-11-13 10:00:00', leadTime: 3, nonCounting: weekends },
    '2026-11-18',
  ],
  [
    'the setting’s delivery period 4 is greater than the lead time 2: four days',
    { sent: '2026-11-16 10:00:00', leadTime: 2, closing: [closing('15:00', { delivery_period: '4' })] },
    '2026-11-20',
  ],
  [
    'the lead time 4 is greater than the setting’s delivery period 2: four days',
    { sent: '2026-11-16 10:00:00', leadTime: 4, closing: [closing('15:00', { delivery_period: '2' })] },
    '2026-11-20',
  ],
  [
    'the delivery period is that of the reception day: Monday’s, not Friday’s',
    {
      sent: '2026-11-13 15:00:00',
      nonCounting: weekends,
      closing: [
        closing('15:00', { set_no: '1', delivery_period: '1' }),
        closing('12:00', { set_no: '2', delivery_period: '3', change_app_date: '2026-11-16' }),
      ],
    },
    '2026-11-19',
  ],
  [
    'lead time 1 on 31 December: 1 January, the seller counting every day',
    { sent: '2026-12-31 10:00:00', leadTime: 1 },
    '2027-01-01',
  ],
  [
    'lead time 1 before a year-end closure that is not counted: the first day after it',
    { sent: '2026-12-28 10:00:00', leadTime: 1, nonCounting: days('2026-12-29', '2027-01-03') },
    '2027-01-04',
  ],
  ['lead time 2 on 28 February of a leap year: 1 March', { sent: '2028-02-28 10:00:00', leadTime: 2 }, '2028-03-01'],
  ['lead time 2 on 28 February of a common year: 2 March', { sent: '2027-02-28 10:00:00', leadTime: 2 }, '2027-03-02'],
  ['lead time 365 from 1 March 2026: 1 March 2027', { sent: '2026-03-01 10:00:00', leadTime: 365 }, '2027-03-01'],
  [
    'national holidays are counted as lead time unless the seller names them as non-counting',
    { sent: '2026-11-20 10:00:00', leadTime: 3 },
    '2026-11-23',
  ],
];

const targets: Example[] = [
  [
    'target 1 (Monday to Friday) on a Saturday: received on Monday',
    { sent: '2026-11-14 10:00:00', closing: [closing('15:00', { target: '1' })] },
    '2026-11-16',
  ],
  [
    'target 1 on a Friday after closing: received on Monday',
    { sent: '2026-11-13 15:00:00', closing: [closing('15:00', { target: '1' })] },
    '2026-11-16',
  ],
  [
    'target 1 does not match a national holiday on a Monday: Tuesday',
    { sent: '2026-11-21 10:00:00', closing: [closing('15:00', { target: '1' })] },
    '2026-11-24',
  ],
  [
    'target 2 (Saturday) on a Wednesday: the next Saturday',
    { sent: '2026-11-11 10:00:00', closing: [closing('15:00', { target: '2' })] },
    '2026-11-14',
  ],
  [
    'target 2 does not match a national holiday on a Saturday: the Saturday after',
    { sent: '2023-02-11 10:00:00', closing: [closing('15:00', { target: '2' })] },
    '2023-02-18',
  ],
  [
    'target 3 (Sunday and national holidays) on a Tuesday: the next Sunday',
    { sent: '2026-11-10 10:00:00', closing: [closing('15:00', { target: '3' })] },
    '2026-11-15',
  ],
  [
    'target 3 matches a national holiday on a weekday',
    { sent: '2026-11-23 10:00:00', closing: [closing('15:00', { target: '3' })] },
    '2026-11-23',
  ],
  [
    'target 3 matches the three holidays between the weekend and Thursday in September 2026',
    { sent: '2026-09-22 15:00:00', closing: [closing('15:00', { target: '3' })] },
    '2026-09-23',
  ],
  [
    'target 3 matches a substitute holiday',
    { sent: '2027-03-22 10:00:00', closing: [closing('15:00', { target: '3' })] },
    '2027-03-22',
  ],
  [
    'each kind of day has its own closing time: at 11:00 a Saturday closing at 10:30 is over, the Sunday one is not',
    {
      sent: '2026-11-14 11:00:00',
      closing: [
        closing('15:00', { set_no: '1', target: '1' }),
        closing('10:30', { set_no: '2', target: '2' }),
        closing('09:00', { set_no: '3', target: '3' }),
      ],
    },
    '2026-11-15',
  ],
  [
    'a setting that does not apply (app_ord_flg 0) is as if it were not there',
    { sent: '2026-11-14 16:00:00', closing: [closing('15:00', { target: '1', app_ord_flg: '0' })] },
    '2026-11-14',
  ],
  [
    'beyond the kept holiday calendar a holiday date is an ordinary weekday: 3 November 2051 is a Friday',
    { sent: '2051-11-03 10:00:00', closing: [closing('15:00', { target: '1' })] },
    '2051-11-03',
  ],
];

const versions: Example[] = [
  [
    'a new version holds from its change_app_date: the day before it the old closing time counts',
    {
      sent: '2026-11-30 16:00:00',
      closing: [closing('15:00'), closing('17:00', { change_app_date: '2026-12-01' })],
    },
    '2026-12-01',
  ],
  [
    'a new version holds from its change_app_date: on it the new closing time counts',
    {
      sent: '2026-12-01 16:00:00',
      closing: [closing('15:00'), closing('17:00', { change_app_date: '2026-12-01' })],
    },
    '2026-12-01',
  ],
  [
    'of several versions the newest not after the day holds, whatever their order',
    {
      sent: '2026-12-10 12:30:00',
      closing: [
        closing('13:00', { change_app_date: '2026-12-05' }),
        closing('12:00', { change_app_date: '2026-12-10' }),
        closing('18:00', { change_app_date: '2026-12-11' }),
        closing('14:00'),
      ],
    },
    '2026-12-11',
  ],
  [
    'a version that switches the setting off leaves no closing setting, and not the older version',
    {
      sent: '2026-12-02 23:00:00',
      closing: [closing('15:00'), closing('15:00', { change_app_date: '2026-12-01', app_ord_flg: '0' })],
    },
    '2026-12-02',
  ],
  [
    'a setting that only begins later does not close the days before it',
    { sent: '2026-11-14 23:00:00', closing: [closing('15:00', { target: '1', change_app_date: '2026-12-01' })] },
    '2026-11-14',
  ],
  [
    'rows with another set_no are settings of their own, not versions',
    {
      sent: '2026-12-02 16:00:00',
      closing: [
        closing('17:00', { set_no: '1' }),
        closing('15:00', { set_no: '2', change_app_date: '2026-12-01', app_ord_flg: '0' }),
      ],
    },
    '2026-12-02',
  ],
];

const precedence: Example[] = [
  [
    'the pair’s own setting goes before the seller’s general one, though that closes earlier',
    { sent: '2026-11-10 16:00:00', closing: [closing('12:00', general), closing('17:00')] },
    '2026-11-10',
  ],
  [
    'the seller’s general setting holds on days that the pair’s own does not match',
    { sent: '2026-11-14 13:00:00', closing: [closing('12:00', general), closing('17:00', { target: '1' })] },
    '2026-11-15',
  ],
  [
    'the general setting of the seller holds where the pair has none',
    { sent: '2026-11-10 12:00:00', closing: [closing('12:00', general)] },
    '2026-11-11',
  ],
  [
    'the buyer’s setting goes before the seller’s, though that is newer and closes earlier',
    {
      sent: '2026-11-10 16:00:00',
      closing: [closing('12:00', { change_app_date: '2026-11-01' }), closing('17:00', byBuyer)],
    },
    '2026-11-10',
  ],
  [
    'pair before general goes first of all: the seller’s for the pair beats the buyer’s general one',
    { sent: '2026-11-10 16:00:00', closing: [closing('12:00', { ...byBuyer, ...general }), closing('17:00')] },
    '2026-11-10',
  ],
  [
    'of two settings alike the one with the newest change_app_date holds, though it closes later',
    {
      sent: '2026-11-10 16:00:00',
      closing: [
        closing('12:00', { set_no: '1', change_app_date: '2026-10-01' }),
        closing('17:00', { set_no: '2', change_app_date: '2026-11-01' }),
      ],
    },
    '2026-11-10',
  ],
  [
    'a dated setting is newer than one without change_app_date',
    {
      sent: '2026-11-10 16:00:00',
      closing: [closing('12:00', { set_no: '1' }), closing('17:00', { set_no: '2', change_app_date: '2000-01-01' })],
    },
    '2026-11-10',
  ],
  [
    'of two settings equally new the earliest closing time holds',
    { sent: '2026-11-10 13:00:00', closing: [closing('17:00', { set_no: '1' }), closing('12:00', { set_no: '2' })] },
    '2026-11-11',
  ],
  [
    'of two settings with the same closing time the greatest delivery period holds',
    {
      sent: '2026-11-10 10:00:00',
      closing: [
        closing('12:00', { set_no: '1', delivery_period: '2' }),
        closing('12:00', { set_no: '2', delivery_period: '10' }),
        closing('12:00', { set_no: '3', delivery_period: '9' }),
      ],
    },
    '2026-11-20',
  ],
  [
    'the earliest closing time decides before the delivery period does',
    {
      sent: '2026-11-10 10:00:00',
      closing: [
        closing('12:00', { set_no: '1', delivery_period: '1' }),
        closing('15:00', { set_no: '2', delivery_period: '9' }),
      ],
    },
    '2026-11-11',
  ],
  [
    'a closing setting for another order destination does not concern the product',
    {
      sent: '2026-11-10 16:00:00',
      line: { memberCodeOrderTo: 'T1' },
      closing: [closing('15:00', { member_code_order_to: 'T2' })],
    },
    '2026-11-10',
  ],
  [
    'a closing setting for the product’s own order destination does',
    {
      sent: '2026-11-10 16:00:00',
      line: { memberCodeOrderTo: 'T1' },
      closing: [closing('15:00', { member_code_order_to: 'T1' })],
    },
    '2026-11-11',
  ],
];

const nonTradingDays: Example[] = [
  [
    'a weekly rule refuses Sundays: from Saturday with lead time 1 to Monday',
    { sent: '2026-11-14 10:00:00', leadTime: 1, nonTrading: [weekly('1000000')] },
    '2026-11-16',
  ],
  [
    'a weekly rule begins with Sunday: the seventh flag is Saturday',
    { sent: '2026-11-13 10:00:00', leadTime: 1, nonTrading: [weekly('0000001')] },
    '2026-11-15',
  ],
  [
    'a yearly rule refuses 1 January in every year',
    { sent: '2027-12-31 10:00:00', leadTime: 1, nonTrading: [yearly('1', '1')] },
    '2028-01-02',
  ],
  [
    'a yearly rule is read with and without leading zeros',
    { sent: '2027-12-31 10:00:00', leadTime: 1, nonTrading: [yearly('01', '01')] },
    '2028-01-02',
  ],
  [
    'a yearly rule for 29 February refuses it in a leap year',
    { sent: '2028-02-28 10:00:00', leadTime: 1, nonTrading: [yearly('2', '29')] },
    '2028-03-01',
  ],
  [
    'a yearly rule for 29 February refuses neither 28 February nor 1 March in a common year',
    { sent: '2027-02-28 10:00:00', nonTrading: [yearly('2', '29')] },
    '2027-02-28',
  ],
  [
    'a yearly rule for 1 February refuses that day alone',
    { sent: '2027-01-31 10:00:00', leadTime: 1, nonTrading: [yearly('2', '1')] },
    '2027-02-02',
  ],
  [
    'a range includes both of its ends',
    { sent: '2026-08-10 10:00:00', leadTime: 2, nonTrading: [range('2026-08-12', '2026-08-16')] },
    '2026-08-17',
  ],
  [
    'the day before a range is free',
    { sent: '2026-08-10 10:00:00', leadTime: 1, nonTrading: [range('2026-08-12', '2026-08-16')] },
    '2026-08-11',
  ],
  [
    'a range with years over the new year',
    { sent: '2026-12-28 10:00:00', leadTime: 1, nonTrading: [range('2026-12-29', '2027-01-03')] },
    '2027-01-04',
  ],
  [
    'a range with years does not repeat in the next year',
    { sent: '2027-12-28 10:00:00', leadTime: 1, nonTrading: [range('2026-12-29', '2027-01-03')] },
    '2027-12-29',
  ],
  [
    'a range without years repeats every year, over the new year as well',
    { sent: '2030-12-28 10:00:00', leadTime: 1, nonTrading: [yearlyRange('12-29', '1-3')] },
    '2031-01-04',
  ],
  [
    'a range without years over the new year leaves the day after its end and the day before its start free',
    { sent: '2031-01-04 10:00:00', nonTrading: [yearlyRange('12-29', '1-3')] },
    '2031-01-04',
  ],
  [
    'a range without years inside a year',
    { sent: '2029-08-13 10:00:00', nonTrading: [yearlyRange('8-13', '8-15')] },
    '2029-08-16',
  ],
  [
    'a range without years of a single day refuses that day alone',
    { sent: '2029-08-12 10:00:00', leadTime: 1, nonTrading: [yearlyRange('8-13', '8-13')] },
    '2029-08-14',
  ],
  [
    'a range without years that ends on 29 February ends on the 28th in a common year',
    { sent: '2027-02-27 10:00:00', nonTrading: [yearlyRange('2-27', '2-29')] },
    '2027-03-01',
  ],
  [
    'a range without years that ends on 29 February includes it in a leap year',
    { sent: '2028-02-27 10:00:00', nonTrading: [yearlyRange('2-27', '2-29')] },
    '2028-03-01',
  ],
  [
    'a range is built from year, month and day where its ymd is empty',
    {
      sent: '2026-12-29 10:00:00',
      nonTrading: [yearlyRange('12-29', '1-3', { prohibit_date_from_y: '2026', prohibit_date_to_y: '2027' })],
    },
    '2027-01-04',
  ],
  [
    'a range with only one end is no range',
    { sent: '2026-12-29 10:00:00', nonTrading: [range('2026-12-29', '')] },
    '2026-12-29',
  ],
  [
    'holiday_flg 1 refuses a national holiday on top of the weekly rule: the next free day is Thursday',
    { sent: '2026-09-18 10:00:00', leadTime: 1, nonTrading: [weekly('1000001', { holiday_flg: '1' })] },
    '2026-09-24',
  ],
  [
    'without holiday_flg a national holiday is an ordinary day',
    { sent: '2026-09-18 10:00:00', leadTime: 1, nonTrading: [weekly('1000001')] },
    '2026-09-21',
  ],
  [
    'holiday_flg refuses holidays outside the range it stands with',
    {
      sent: '2026-11-22 10:00:00',
      leadTime: 1,
      nonTrading: [range('2026-08-12', '2026-08-16', { holiday_flg: '1' })],
    },
    '2026-11-24',
  ],
  [
    'a rule that is not established refuses nothing',
    { sent: '2026-11-15 10:00:00', nonTrading: [weekly('1111111', { establish_flg: '0', holiday_flg: '1' })] },
    '2026-11-15',
  ],
  [
    'a rule that only warns leaves the day possible',
    { sent: '2026-11-15 10:00:00', nonTrading: [weekly('1111111', { warning_type: '1' })] },
    '2026-11-15',
  ],
  [
    'a day that one rule warns of and another refuses is refused',
    {
      sent: '2026-11-15 10:00:00',
      nonTrading: [weekly('1000000', { warning_type: '1' }), yearly('11', '15')],
    },
    '2026-11-16',
  ],
  [
    'the pair’s own and the seller’s general rules add up',
    { sent: '2026-11-14 10:00:00', nonTrading: [weekly('0000001', general), weekly('1000000')] },
    '2026-11-16',
  ],
  [
    'a rule for another order destination does not concern the product',
    { sent: '2026-11-15 10:00:00', nonTrading: [weekly('1111111', { member_code_order_to: 'T2' })] },
    '2026-11-15',
  ],
  [
    'non-trading days are not skipped while lead time is counted, only at its end',
    { sent: '2026-11-13 10:00:00', leadTime: 3, nonTrading: [weekly('1000001')] },
    '2026-11-16',
  ],
  [
    'the delivery_period of a non-trading rule is not used',
    { sent: '2026-11-16 10:00:00', leadTime: 1, nonTrading: [weekly('1000001', { delivery_period: '9' })] },
    '2026-11-17',
  ],
  [
    'a rule of an unknown kind refuses only the national holidays it asks for',
    { sent: '2026-11-22 10:00:00', leadTime: 1, nonTrading: [nonTrading({ holiday_flg: '1' })] },
    '2026-11-24',
  ],
];

const hopeless: Example[] = [
  ['every weekday refuses: no date', { sent: '2026-11-13 10:00:00', nonTrading: [weekly('1111111')] }, 'no-date'],
  [
    'every day of the year is non-counting: no date',
    { sent: '2026-11-13 10:00:00', nonCounting: days('2026-11-13', '2028-01-01') },
    'no-date',
  ],
  [
    'a closing setting applies but matches no day: no date',
    { sent: '2026-11-13 10:00:00', closing: [closing('15:00', { target: '' })] },
    'no-date',
  ],
  [
    'the last possible day is day 366 after sending',
    { sent: '2026-11-13 10:00:00', leadTime: 365, nonTrading: [range('2026-11-13', '2027-11-13')] },
    '2027-11-14',
  ],
  [
    'a day later than day 366 is no date',
    { sent: '2026-11-13 10:00:00', leadTime: 365, nonTrading: [range('2026-11-13', '2027-11-14')] },
    'no-date',
  ],
  [
    'the 366 days are counted from sending, also when closing has moved the order on',
    { sent: '2026-11-13 15:00:00', leadTime: 365, closing: daily },
    '2027-11-14',
  ],
  [
    'a lead time of a year over non-counting weekends is no date',
    { sent: '2026-11-13 10:00:00', leadTime: 365, nonCounting: weekends },
    'no-date',
  ],
  [
    'without a date the wished one is not judged',
    { sent: '2026-11-13 10:00:00', wish: '2026-11-13', nonTrading: [weekly('1111111')] },
    'no-date',
  ],
  ['the calendar ends with the year 9999', { sent: '9999-12-31 15:00:00', closing: daily }, 'no-date'],
];

const wishes: Example[] = [
  [
    'the wished day is the shortest one',
    { sent: '2026-11-13 10:00:00', leadTime: 3, wish: '2026-11-16' },
    '2026-11-16',
  ],
  ['the wished day is later', { sent: '2026-11-13 10:00:00', leadTime: 3, wish: '2026-12-24' }, '2026-11-16'],
  [
    'the wished day is a day too early: the date is given with the refusal',
    { sent: '2026-11-13 10:00:00', leadTime: 3, wish: '2026-11-15' },
    '2026-11-16 wish-not-possible',
  ],
  [
    'the wished day is later but refused as a non-trading day',
    { sent: '2026-11-13 10:00:00', wish: '2026-11-22', nonTrading: [weekly('1000000')] },
    '2026-11-13 wish-not-possible',
  ],
  [
    'the wished day only warns',
    { sent: '2026-11-13 10:00:00', wish: '2026-11-22', nonTrading: [weekly('1000000', { warning_type: '1' })] },
    '2026-11-13',
  ],
  [
    'the wished day may be a non-counting day: only reception and lead time heed those',
    { sent: '2026-11-13 10:00:00', wish: '2026-11-15', nonCounting: weekends },
    '2026-11-13',
  ],
  ['the wished day is more than 366 days ahead', { sent: '2026-11-13 10:00:00', wish: '2030-01-01' }, '2026-11-13'],
];

const orderability: Example[] = [
  ['there is no line', { sent: '2026-11-13 10:00:00', lines: [] }, 'not-orderable'],
  ['the line is deleted', { sent: '2026-11-13 10:00:00', line: { itemDeletedCode: '1' } }, 'not-orderable'],
  ['the line is hidden', { sent: '2026-11-13 10:00:00', line: { viewActiveCode: '0' } }, 'not-orderable'],
  [
    'the line says nothing of being shown',
    { sent: '2026-11-13 10:00:00', line: { viewActiveCode: '' } },
    'not-orderable',
  ],
  ['registration is only requested', { sent: '2026-11-13 10:00:00', line: { statusCode: '1' } }, 'not-orderable'],
  ['the sale is stopped', { sent: '2026-11-13 10:00:00', line: { sellStopActiveCode: '1' } }, 'not-orderable'],
  [
    'the head office shares its line with its stores',
    { sent: '2026-11-13 10:00:00', line: { owner: 'head-office', shareFlg: '1', leadTime: 1 } },
    '2026-11-14',
  ],
  [
    'the head office does not share its line',
    { sent: '2026-11-13 10:00:00', line: { owner: 'head-office', shareFlg: '0' } },
    'not-orderable',
  ],
  [
    'the head office has withdrawn its shared line from the stores',
    { sent: '2026-11-13 10:00:00', line: { owner: 'head-office', shareFlg: '1', storeUnshareFlg: '1' } },
    'not-orderable',
  ],
  [
    'the buyer’s own line goes before the head office’s',
    {
      sent: '2026-11-13 10:00:00',
      lines: [
        { owner: 'head-office', shareFlg: '1', leadTime: 5 },
        { owner: 'buyer', leadTime: 1 },
      ],
    },
    '2026-11-14',
  ],
  [
    'the head office’s shared line serves where the buyer’s own is deleted',
    {
      sent: '2026-11-13 10:00:00',
      lines: [
        { owner: 'buyer', itemDeletedCode: '1', leadTime: 1 },
        { owner: 'head-office', shareFlg: '1', leadTime: 5 },
      ],
    },
    '2026-11-18',
  ],
  ['the pair is blocked', { sent: '2026-11-13 10:00:00', blocks: [block()] }, 'order-blocked'],
  ['the seller blocks all its buyers', { sent: '2026-11-13 10:00:00', blocks: [block(general)] }, 'order-blocked'],
  [
    'a block of the seller for all is not lifted by an open row of the pair',
    { sent: '2026-11-13 10:00:00', blocks: [block({ order_block_flg: '0' }), block(general)] },
    'order-blocked',
  ],
  [
    'a block row with flag 0 does not block',
    { sent: '2026-11-13 10:00:00', blocks: [block({ order_block_flg: '0' })] },
    '2026-11-13',
  ],
  [
    'a block for another order destination does not concern the product',
    {
      sent: '2026-11-13 10:00:00',
      line: { memberCodeOrderTo: 'T1' },
      blocks: [block({ member_code_order_to: 'T2' })],
    },
    '2026-11-13',
  ],
  [
    'an unknown product of a blocked pair is an unknown product',
    { sent: '2026-11-13 10:00:00', lines: [], blocks: [block()] },
    'not-orderable',
  ],
  [
    'a blocked product has no date, whatever is wished',
    { sent: '2026-11-13 10:00:00', wish: '2026-11-01', blocks: [block()] },
    'order-blocked',
  ],
];

describe.each([
  ['closing time', closingTimes],
  ['lead time', leadTimes],
  ['target', targets],
  ['version', versions],
  ['precedence', precedence],
  ['non-trading day', nonTradingDays],
  ['no possible day', hopeless],
  ['wished date', wishes],
  ['orderable product', orderability],
])('shortest delivery date: %s', (_, examples) => {
  it.each(examples)('%s', (_sentence, order, answer) => {
    expect(shortOf(answerOf(order))).toBe(answer);
  });
});

/** Describes a step as short text: its rule, and the dates before and after the rule. */
function stepText(step: DeliveryStep): string {
  const from = 'from' in step ? `${formatDay(step.from)} ` : '';
  return `${step.rule} ${from}${'to' in step ? `→ ${formatDay(step.to)}` : ''}`.trim();
}

describe('the steps of an answer', () => {
  const friday = { leadTime: 1, closing: daily, nonCounting: weekends };

  it.each<[string, Order, string[]]>([
    [
      'after the closing time, over days that are not counted',
      { ...friday, sent: '2026-11-13 15:00:00' },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'closing-time 2026-11-13 → 2026-11-14',
        'no-reception-non-counting 2026-11-14 → 2026-11-16',
        'reception-day → 2026-11-16',
        'lead-time 2026-11-16 → 2026-11-17',
        'shortest → 2026-11-17',
      ],
    ],
    [
      'before the closing time',
      { ...friday, sent: '2026-11-13 14:59:59' },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'before-closing → 2026-11-13',
        'reception-day → 2026-11-13',
        'lead-time 2026-11-13 → 2026-11-16',
        'shortest → 2026-11-16',
      ],
    ],
    [
      'no closing time on a day that receives no orders',
      { ...friday, sent: '2026-11-14 23:59:59' },
      [
        'order-master-line',
        'sent → 2026-11-14',
        'no-reception-non-counting 2026-11-14 → 2026-11-16',
        'reception-day → 2026-11-16',
        'lead-time 2026-11-16 → 2026-11-17',
        'shortest → 2026-11-17',
      ],
    ],
    [
      'days without a closing setting that matches, then such that are not counted',
      { sent: '2026-11-13 16:00:00', closing: [closing('15:00', { target: '1' })], nonCounting: ['2026-11-16'] },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'closing-time 2026-11-13 → 2026-11-14',
        'no-reception-closing 2026-11-14 → 2026-11-16',
        'no-reception-non-counting 2026-11-16 → 2026-11-17',
        'reception-day → 2026-11-17',
        'lead-time 2026-11-17 → 2026-11-17',
        'shortest → 2026-11-17',
      ],
    ],
    [
      'non-trading days of two kinds, and a wish that warns',
      {
        sent: '2026-11-13 10:00:00',
        nonTrading: [
          range('2026-11-13', '2026-11-14'),
          weekly('1000000'),
          range('2026-11-18', '2026-11-18', { warning_type: '1' }),
        ],
        wish: '2026-11-18',
      },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'reception-day → 2026-11-13',
        'lead-time 2026-11-13 → 2026-11-13',
        'non-trading-day 2026-11-13 → 2026-11-15',
        'non-trading-day 2026-11-15 → 2026-11-16',
        'shortest → 2026-11-16',
        'wish-warning',
      ],
    ],
    [
      'national holidays, each by its name',
      {
        sent: '2026-05-03 10:00:00',
        nonTrading: [nonTrading({ holiday_flg: '1', prohibit_flg: '1' })],
      },
      [
        'order-master-line',
        'sent → 2026-05-03',
        'reception-day → 2026-05-03',
        'lead-time 2026-05-03 → 2026-05-03',
        'non-trading-day 2026-05-03 → 2026-05-04',
        'non-trading-day 2026-05-04 → 2026-05-05',
        'non-trading-day 2026-05-05 → 2026-05-06',
        'non-trading-day 2026-05-06 → 2026-05-07',
        'shortest → 2026-05-07',
      ],
    ],
    [
      'a shortest day that warns, and a wish before it that is refused for two reasons',
      {
        sent: '2026-11-13 10:00:00',
        leadTime: 3,
        nonTrading: [range('2026-11-16', '2026-11-16', { warning_type: '1' }), range('2026-11-14', '2026-11-14')],
        wish: '2026-11-14',
      },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'reception-day → 2026-11-13',
        'lead-time 2026-11-13 → 2026-11-16',
        'warning → 2026-11-16',
        'shortest → 2026-11-16',
        'wish-too-early',
        'wish-non-trading',
      ],
    ],
    [
      'no day at all',
      { sent: '2026-11-13 10:00:00', nonTrading: [weekly('1111111')] },
      [
        'order-master-line',
        'sent → 2026-11-13',
        'reception-day → 2026-11-13',
        'lead-time 2026-11-13 → 2026-11-13',
        'non-trading-day 2026-11-13 → 2027-11-15',
        'no-date',
      ],
    ],
    [
      'a block of the seller for all',
      { sent: '2026-11-13 10:00:00', blocks: [block(general)] },
      ['order-master-line', 'order-block'],
    ],
    ['a product that nobody may order', { sent: '2026-11-13 10:00:00', lines: [] }, ['not-orderable']],
  ])('%s', (_sentence, order, expected) => {
    expect(answerOf(order).steps.map(stepText)).toEqual(expected);
  });

  it('say what was counted', () => {
    const order = { ...friday, sent: '2026-11-13 10:00:00', closing: [closing('15:00', { delivery_period: '2' })] };
    expect(answerOf(order).steps.find(({ rule }) => rule === 'lead-time')).toEqual({
      rule: 'lead-time',
      from: dayNumber('2026-11-13'),
      to: dayNumber('2026-11-17'),
      days: 2,
      leadTime: 1,
      deliveryPeriod: 2,
      passedOver: [dayNumber('2026-11-14'), dayNumber('2026-11-15')],
    });
  });
});

describe('the products of one request', () => {
  const sent = { day: dayNumber('2026-11-13'), second: 36_000 };

  it('are answered in the order of the request, a product asked twice twice', () => {
    const settings = settingsOf({ nonTrading: [weekly('1000001')] });
    const fast = { catalogId: 'fast', wish: undefined, lines: [aLine({ catalogId: 'fast' })] };
    const slow = { catalogId: 'slow', wish: undefined, lines: [aLine({ catalogId: 'slow', leadTime: 1 })] };
    const none = { catalogId: 'none', wish: undefined, lines: [] };
    const answers = judgeProducts(sent, settings, [slow, fast, none, slow]);
    expect(answers.map((answer) => [answer.catalogId, shortOf(answer)])).toEqual([
      ['slow', '2026-11-16'],
      ['fast', '2026-11-13'],
      ['none', 'not-orderable'],
      ['slow', '2026-11-16'],
    ]);
  });

  it('each heed the settings of their own order destination', () => {
    const settings = settingsOf({ closing: [closing('09:00', { member_code_order_to: 'T1', delivery_period: '2' })] });
    const products = ['T1', 'T2'].map((memberCodeOrderTo) => ({
      catalogId: memberCodeOrderTo,
      wish: undefined,
      lines: [aLine({ memberCodeOrderTo })],
    }));
    expect(judgeProducts(sent, settings, products).map(shortOf)).toEqual(['2026-11-16', '2026-11-13']);
  });
});
