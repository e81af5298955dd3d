import { orderTo } from '../members.js';
import { howFound, leadTime, nonTrading, type Scenario, settingCodes, settingEdges } from './scenario.js';

/** The order is sent on a Tuesday. Three days after the order it is Friday, 2027-03-05. */
const tuesdayTen = '2027-03-02 10:00:00';
const toFriday = [leadTime('3')];

/** Returns a row for a range of days with the given start and end. */
function range(ends: Readonly<Record<string, string>>) {
  return nonTrading({ prohibit_flg: '2', week_flg: '', ...ends });
}

/** Scenarios about days on which delivery is refused (open-points: setting-codes). */
export const nonTradingDayScenarios: readonly Scenario[] = [
  {
    says: 'For a weekly non-trading day (prohibit_flg 0), the position in week_flg is the weekday; Sunday comes first.',
    source: settingCodes,
    pair: { nottrade: [nonTrading()] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'A yearly non-trading day (prohibit_flg 1) is the same day of every year.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ prohibit_flg: '1', week_flg: '', prohibit_month: '3', prohibit_day: '5' })] },
    products: toFriday,
    asks: [
      { sendDate: tuesdayTen, gives: '2027-03-06' },
      { sendDate: '2028-03-02 10:00:00', gives: '2028-03-06' },
    ],
  },
  {
    says: 'A yearly non-trading day on 29 February exists only in leap years.',
    source: settingEdges,
    pair: { nottrade: [nonTrading({ prohibit_flg: '1', week_flg: '', prohibit_month: '2', prohibit_day: '29' })] },
    products: toFriday,
    asks: [
      { sendDate: '2028-02-26 10:00:00', gives: '2028-03-01' },
      { sendDate: '2027-02-26 10:00:00', gives: '2027-03-01' },
    ],
  },
  {
    says: 'A range of non-trading days (prohibit_flg 2) includes both its ends.',
    source: settingCodes,
    pair: { nottrade: [range({ prohibit_date_from_ymd: '2027-03-05', prohibit_date_to_ymd: '2027-03-08' })] },
    asks: [
      { sendDate: '2027-03-05 10:00:00', gives: '2027-03-09' },
      { sendDate: '2027-03-08 10:00:00', gives: '2027-03-09' },
      { sendDate: '2027-03-04 10:00:00', gives: '2027-03-04' },
      { sendDate: '2027-03-09 10:00:00', gives: '2027-03-09' },
    ],
  },
  {
    says: 'If the ymd of a range is empty, its year, month and day are used.',
    source: settingCodes,
    pair: {
      nottrade: [
        range({
          prohibit_date_from_y: '2027',
          prohibit_date_from_m: '3',
          prohibit_date_from_d: '5',
          prohibit_date_to_y: '2027',
          prohibit_date_to_m: '3',
          prohibit_date_to_d: '8',
        }),
      ],
    },
    products: toFriday,
    asks: [
      { sendDate: tuesdayTen, gives: '2027-03-09' },
      { sendDate: '2028-03-03 10:00:00', gives: '2028-03-06' },
    ],
  },
  {
    says: 'A range without years repeats every year, even if it includes the new year.',
    source: settingCodes,
    pair: {
      nottrade: [
        range({
          prohibit_date_from_m: '12',
          prohibit_date_from_d: '30',
          prohibit_date_to_m: '1',
          prohibit_date_to_d: '3',
        }),
      ],
    },
    asks: [
      { sendDate: '2027-12-30 10:00:00', gives: '2028-01-04' },
      { sendDate: '2027-01-02 10:00:00', gives: '2027-01-04' },
    ],
  },
  {
    says: 'A range without one of its ends has no effect.',
    source: settingEdges,
    pair: { nottrade: [range({ prohibit_date_from_ymd: '2027-03-01' })] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-05' }],
  },
  {
    says: 'With holiday_flg 1, national holidays and their substitutes are also non-trading days.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ week_flg: '0000000', holiday_flg: '1' })] },
    asks: [
      { sendDate: '2027-03-22 10:00:00', gives: '2027-03-23' },
      { sendDate: '2027-05-03 10:00:00', gives: '2027-05-06' },
    ],
  },
  {
    says: 'With holiday_flg 0 national holidays are trading days.',
    source: settingCodes,
    pair: { nottrade: [nonTrading()] },
    asks: [{ sendDate: '2027-03-22 10:00:00', gives: '2027-03-22' }],
  },
  {
    says: 'A non-trading day with establish_flg 0 is not in force.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ establish_flg: '0' })] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-05' }],
  },
  {
    says: 'A non-trading day with warning_type 1 only warns: delivery on this day stays possible, also as a wished date.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ warning_type: '1' })] },
    products: toFriday,
    asks: [
      { sendDate: tuesdayTen, gives: '2027-03-05' },
      { sendDate: tuesdayTen, hope: '2027-03-12', gives: '2027-03-05' },
    ],
  },
  {
    says: 'A non-trading day with an empty warning_type refuses.',
    source: settingEdges,
    pair: { nottrade: [nonTrading({ warning_type: '' })] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'The non-trading days of the pair and the general ones of the seller apply together.',
    source: settingCodes,
    pair: { nottrade: [nonTrading()] },
    general: { nottrade: [nonTrading({ week_flg: '0000001' })] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-07' }],
  },
  {
    says: 'A non-trading day with member_code_order_to applies only to products with that destination.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ member_code_order_to: orderTo(1) })] },
    products: [{ ...toFriday[0], orderTo: orderTo(1) }, ...toFriday],
    asks: [
      { sendDate: tuesdayTen, gives: '2027-03-06' },
      { sendDate: tuesdayTen, product: 1, gives: '2027-03-05' },
    ],
  },
  {
    says: 'The delivery_period of a non-trading day is delivered, but has no effect.',
    source: settingCodes,
    pair: { nottrade: [nonTrading({ delivery_period: '7' })] },
    products: toFriday,
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'A non-trading day is counted in the lead time, but cannot be the day of delivery.',
    source: howFound,
    pair: { nottrade: [nonTrading()] },
    products: [leadTime('4')],
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'A wished date before the shortest date adds E000017, but the shortest date is still returned.',
    source: '4.5',
    products: toFriday,
    asks: [
      { sendDate: tuesdayTen, hope: '2027-03-04', gives: '2027-03-05', error: 'E000017' },
      { sendDate: tuesdayTen, hope: '2027-03-05', gives: '2027-03-05' },
    ],
  },
  {
    says: 'A wished date that is itself a refusing non-trading day adds E000017.',
    source: howFound,
    pair: { nottrade: [nonTrading()] },
    products: [leadTime('1')],
    asks: [
      { sendDate: tuesdayTen, hope: '2027-03-12', gives: '2027-03-03', error: 'E000017' },
      { sendDate: tuesdayTen, hope: '2027-03-13', gives: '2027-03-03' },
    ],
  },
];
