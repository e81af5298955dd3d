import { orderTo } from '../members.js';
import { closing, leadTime, type Scenario, settingCodes, settingEdges } from './scenario.js';

const tuesday = '2027-03-02';
const tuesdayOne = `${tuesday} 13:00:00`;
/**
 * A setting with two closing times. The closing time that is valid on the day decides whether an order at 1 p.m. is in
 * time.
 */
const noon = { closing_time: '12:00' };
const five = { closing_time: '17:00' };

/**
 * Scenarios about the closing time that is valid on a day (open-points: setting-codes). 1 March 2027 is a Monday, and
 * 22 March 2027 is a holiday.
 */
export const closingTimeScenarios: readonly Scenario[] = [
  {
    says: 'An order sent before the closing time counts from the same day.',
    source: '4.5',
    pair: { orderclosing: [closing()] },
    products: [leadTime('1')],
    asks: [{ sendDate: `${tuesday} 14:59:59`, gives: '2027-03-03' }],
  },
  {
    says: 'An order sent at the closing time counts from the next day.',
    source: '4.5',
    pair: { orderclosing: [closing()] },
    products: [leadTime('1')],
    asks: [{ sendDate: `${tuesday} 15:00:00`, gives: '2027-03-04' }],
  },
  {
    says: 'A closing time with target 1 matches only Monday to Friday; an order on another day waits for such a day.',
    source: settingCodes,
    pair: { orderclosing: [closing({ target: '1' })] },
    asks: [
      { sendDate: '2027-03-06 10:00:00', gives: '2027-03-08' },
      { sendDate: '2027-03-05 15:00:00', gives: '2027-03-08' },
      { sendDate: '2027-03-05 10:00:00', gives: '2027-03-05' },
    ],
  },
  {
    says: 'A closing time with target 2 matches only Saturday.',
    source: settingCodes,
    pair: { orderclosing: [closing({ target: '2' })] },
    asks: [{ sendDate: tuesdayOne, gives: '2027-03-06' }],
  },
  {
    says: 'A closing time with target 3 matches Sunday.',
    source: settingCodes,
    pair: { orderclosing: [closing({ target: '3' })] },
    asks: [{ sendDate: tuesdayOne, gives: '2027-03-07' }],
  },
  {
    says: 'A closing time with target 1 does not match a national holiday.',
    source: settingCodes,
    pair: { orderclosing: [closing({ target: '1' })] },
    asks: [{ sendDate: '2027-03-22 10:00:00', gives: '2027-03-23' }],
  },
  {
    says: 'A closing time with target 3 matches a national holiday on a weekday.',
    source: settingCodes,
    pair: { orderclosing: [closing({ target: '3' })] },
    asks: [{ sendDate: '2027-03-22 10:00:00', gives: '2027-03-22' }],
  },
  {
    says: 'A closing time with app_ord_flg 0 has no effect.',
    source: settingEdges,
    pair: { orderclosing: [closing({ target: '2', app_ord_flg: '0' })] },
    asks: [{ sendDate: `${tuesday} 20:00:00`, gives: tuesday }],
  },
  {
    says: 'If a closing time has several versions, the newest version whose change_app_date is reached applies.',
    source: settingCodes,
    pair: { orderclosing: [closing(noon), closing({ ...five, change_app_date: '2027-03-10' })] },
    asks: [
      { sendDate: '2027-03-09 13:00:00', gives: '2027-03-10' },
      { sendDate: '2027-03-10 13:00:00', gives: '2027-03-10' },
    ],
  },
  {
    says: 'Before its first change_app_date, a closing time has no effect.',
    source: settingEdges,
    pair: { orderclosing: [closing({ target: '2', change_app_date: '2027-03-10' })] },
    asks: [
      { sendDate: '2027-03-02 10:00:00', gives: '2027-03-02' },
      { sendDate: '2027-03-10 10:00:00', gives: '2027-03-13' },
    ],
  },
  {
    says: 'A newer version with app_ord_flg 0 turns a closing time off.',
    source: settingEdges,
    pair: {
      orderclosing: [closing({ target: '2' }), closing({ app_ord_flg: '0', change_app_date: '2027-03-10' })],
    },
    asks: [
      { sendDate: '2027-03-02 10:00:00', gives: '2027-03-06' },
      { sendDate: '2027-03-10 10:00:00', gives: '2027-03-10' },
    ],
  },
  {
    says: 'The closing time of the pair has priority over the general closing time of the seller.',
    source: settingCodes,
    pair: { orderclosing: [closing(five)] },
    general: { orderclosing: [closing({ ...noon, set_id: 'G' })] },
    asks: [{ sendDate: tuesdayOne, gives: tuesday }],
  },
  {
    says: 'The general closing time of a seller applies if the pair has none.',
    source: settingCodes,
    general: { orderclosing: [closing(noon)] },
    asks: [{ sendDate: tuesdayOne, gives: '2027-03-03' }],
  },
  {
    says: "The buyer's closing time (oct_set_buyer_or_seller 0) has priority over the seller's.",
    source: settingCodes,
    pair: { orderclosing: [closing(noon), closing({ ...five, oct_set_buyer_or_seller: '0' })] },
    asks: [{ sendDate: tuesdayOne, gives: tuesday }],
  },
  {
    says: 'If there are several closing times, the one with the newest change_app_date applies.',
    source: settingCodes,
    pair: {
      orderclosing: [
        closing({ ...noon, change_app_date: '2027-01-01' }),
        closing({ ...five, set_no: '2', change_app_date: '2027-02-01' }),
      ],
    },
    asks: [{ sendDate: tuesdayOne, gives: tuesday }],
  },
  {
    says: 'If several closing times are equally new, the earliest one applies.',
    source: settingCodes,
    pair: { orderclosing: [closing(five), closing({ ...noon, set_no: '2' })] },
    asks: [{ sendDate: tuesdayOne, gives: '2027-03-03' }],
  },
  {
    says: 'If several closing times are equally early, the one with the greatest delivery_period applies.',
    source: settingCodes,
    pair: { orderclosing: [closing({ delivery_period: '1' }), closing({ delivery_period: '3', set_no: '2' })] },
    asks: [{ sendDate: tuesdayOne, gives: '2027-03-05' }],
  },
  {
    says: 'An empty closing_time never closes.',
    source: settingEdges,
    pair: { orderclosing: [closing({ closing_time: '' })] },
    asks: [{ sendDate: `${tuesday} 23:59:59`, gives: tuesday }],
  },
  {
    says: 'An empty target matches no day, so no day is found.',
    source: settingEdges,
    pair: { orderclosing: [closing({ target: '' })] },
    asks: [{ sendDate: tuesdayOne, gives: '', error: 'E000016' }],
  },
  {
    says: 'A closing time with member_code_order_to applies only to products with that destination.',
    source: settingCodes,
    pair: { orderclosing: [closing({ ...noon, member_code_order_to: orderTo(1) })] },
    products: [{ orderTo: orderTo(1) }, {}],
    asks: [
      { sendDate: tuesdayOne, gives: '2027-03-03' },
      { sendDate: tuesdayOne, product: 1, gives: tuesday },
    ],
  },
];
