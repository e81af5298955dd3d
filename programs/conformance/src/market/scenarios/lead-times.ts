import { orderTo } from '../members.js';
import { closing, howFound, leadTime, type Scenario, settingCodes } from './scenario.js';

const weekends = ['2027-03-06', '2027-03-07', '2027-03-13', '2027-03-14'];
const tuesdayTen = '2027-03-02 10:00:00';

/** Scenarios about counting days from the day of reception (open-points: how-the-shortest-delivery-date-is-found). */
export const leadTimeScenarios: readonly Scenario[] = [
  {
    says: 'With closing at 15:00, lead_time 1 and non-counting weekends, orders of Friday 14:59 arrive on Monday, and orders of Friday 15:00 and Saturday on Tuesday.',
    source: howFound,
    pair: { orderclosing: [closing()] },
    nonCounting: weekends,
    products: [leadTime('1')],
    asks: [
      { sendDate: '2027-03-05 14:59:00', gives: '2027-03-08' },
      { sendDate: '2027-03-05 15:00:00', gives: '2027-03-09' },
      { sendDate: '2027-03-06 10:00:00', gives: '2027-03-09' },
    ],
  },
  {
    says: 'With lead_time 0 the day of reception is the day of delivery; a non-counting day receives no order.',
    source: howFound,
    pair: { orderclosing: [closing()] },
    nonCounting: weekends,
    asks: [
      { sendDate: '2027-03-05 10:00:00', gives: '2027-03-05' },
      { sendDate: '2027-03-06 10:00:00', gives: '2027-03-08' },
    ],
  },
  {
    says: 'Non-counting days within the lead time are not counted.',
    source: howFound,
    nonCounting: ['2027-03-03', '2027-03-04'],
    products: [leadTime('2')],
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'Without any setting, every day counts, and orders never close.',
    source: howFound,
    products: [leadTime('3')],
    asks: [{ sendDate: '2027-03-02 23:59:59', gives: '2027-03-05' }],
  },
  {
    says: 'An empty lead_time counts as 0.',
    source: '4.5',
    products: [leadTime('')],
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-02' }],
  },
  {
    says: 'If the delivery_period of the closing time is greater than the lead_time, the delivery_period counts.',
    source: howFound,
    pair: { orderclosing: [closing({ delivery_period: '4' })] },
    products: [leadTime('1')],
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-06' }],
  },
  {
    says: 'If the lead_time is greater than the delivery_period, the lead_time counts.',
    source: howFound,
    pair: { orderclosing: [closing({ delivery_period: '1' })] },
    products: [leadTime('3')],
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-05' }],
  },
  {
    says: 'Each product of a request is judged by its own lead_time.',
    source: '4.5',
    products: [leadTime('1'), leadTime('9')],
    asks: [
      { sendDate: tuesdayTen, gives: '2027-03-03' },
      { sendDate: tuesdayTen, product: 1, gives: '2027-03-11' },
    ],
  },
  {
    says: 'If no day within 366 days is possible, the date is empty, with E000016; the 366th day is still found.',
    source: '4.5',
    pair: {
      nottrade: [
        { ...untilNextYear('2028-03-01'), member_code_order_to: orderTo(1) },
        { ...untilNextYear('2028-03-02'), member_code_order_to: orderTo(2) },
      ],
    },
    products: [{ orderTo: orderTo(1) }, { orderTo: orderTo(2) }],
    asks: [
      { sendDate: tuesdayTen, gives: '2028-03-02' },
      { sendDate: tuesdayTen, product: 1, gives: '', error: 'E000016' },
    ],
  },
  {
    says: 'With order_block_flg 1 (order block), the date is empty, with E000014.',
    source: settingCodes,
    pair: { orderblock: [{ order_block_flg: '1' }] },
    asks: [{ sendDate: tuesdayTen, gives: '', error: 'E000014' }],
  },
  {
    says: 'If the seller blocks all its buyers, the pair is blocked, even if the pair has a row with 0.',
    source: settingCodes,
    pair: { orderblock: [{ order_block_flg: '0' }] },
    general: { orderblock: [{ order_block_flg: '1' }] },
    asks: [{ sendDate: tuesdayTen, gives: '', error: 'E000014' }],
  },
  {
    says: 'order_block_flg 0 stops nothing.',
    source: settingCodes,
    pair: { orderblock: [{ order_block_flg: '0' }] },
    asks: [{ sendDate: tuesdayTen, gives: '2027-03-02' }],
  },
  {
    says: 'An order block with member_code_order_to stops only products with that destination.',
    source: settingCodes,
    pair: { orderblock: [{ order_block_flg: '1', member_code_order_to: orderTo(1) }] },
    products: [{ orderTo: orderTo(1) }, {}],
    asks: [
      { sendDate: tuesdayTen, gives: '', error: 'E000014' },
      { sendDate: tuesdayTen, product: 1, gives: '2027-03-02' },
    ],
  },
];

function untilNextYear(to: string) {
  return {
    establish_flg: '1',
    prohibit_flg: '2',
    warning_type: '0',
    prohibit_date_from_ymd: '2027-03-02',
    prohibit_date_to_ymd: to,
  };
}
