import { arrayOf, codeList, day, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** One non-trading day setting (Spec 2.6). */
export const nonTradingDay = defineRecord('nottrade', [
  'member_code_order_to',
  'establish_flg',
  'week_flg',
  'prohibit_month',
  'prohibit_day',
  'prohibit_date_from_y',
  'prohibit_date_from_m',
  'prohibit_date_from_d',
  'prohibit_date_to_y',
  'prohibit_date_to_m',
  'prohibit_date_to_d',
  'prohibit_flg',
  'delivery_period',
  'warning_type',
  'holiday_flg',
  'prohibit_date_from_ymd',
  'prohibit_date_to_ymd',
  'update_date',
]);

/** One order closing time setting (Spec 2.6). */
export const orderClosing = defineRecord('orderclosing', [
  'oct_set_buyer_or_seller',
  'member_code_order_to',
  'set_id',
  'set_no',
  'set_name',
  'app_ord_flg',
  'target',
  'closing_time',
  'delivery_period',
  'change_app_date',
  'update_date',
]);

/** One lead-time non-counting day (Spec 2.6). */
export const businessHoliday = defineRecord('businessholiday', ['set_id', 'holiday', 'update_date']);

/** One order block setting (Spec 2.6). */
export const orderBlock = defineRecord('orderblock', ['member_code_order_to', 'order_block_flg', 'update_date']);

/** A seller with its non-trading days towards one buyer (Spec 4.10). */
export const nonTradingDaySeller = defineRecord('nottrade_seller', [
  'member_code_seller',
  arrayOf('nottrade', nonTradingDay),
]);

/** A seller with its order closing times towards one buyer (Spec 4.10). */
export const orderClosingSeller = defineRecord('orderclosing_seller', [
  'member_code_seller',
  arrayOf('orderclosing', orderClosing),
]);

/** A seller with its order blocks towards one buyer (Spec 4.10). */
export const orderBlockSeller = defineRecord('orderblock_seller', [
  'member_code_seller',
  arrayOf('orderblock', orderBlock),
]);

/** One record of the non-trading days download: a buyer with its sellers (Spec 4.10). */
export const nonTradingDayRecord = defineRecord('nottrade_record', [
  'member_code_buyer',
  arrayOf('seller_list', nonTradingDaySeller),
]);

/** One record of the order closing time download: a buyer with its sellers (Spec 4.10). */
export const orderClosingRecord = defineRecord('orderclosing_record', [
  'member_code_buyer',
  arrayOf('seller_list', orderClosingSeller),
]);

/**
 * One record of the download of days that do not count towards the lead time: a seller with these days (Spec 4.10).
 */
export const businessHolidayRecord = defineRecord('businessholiday_record', [
  'member_code_seller',
  arrayOf('businessholiday', businessHoliday),
]);

/** One record of the order block download: a buyer with its sellers (Spec 4.10). */
export const orderBlockRecord = defineRecord('orderblock_record', [
  'member_code_buyer',
  arrayOf('seller_list', orderBlockSeller),
]);

const pairRequestFields = [
  optional('response_type'),
  optional(codeList('member_code_buyer', { members: 'readable' })),
  codeList('member_code_seller', { members: 'readable' }),
  optional(day('update_date')),
] as const;

/** Body of a non-trading days download request (Spec 4.10). */
export const nonTradingDayRequest = defineRecord('nottrade_request', pairRequestFields);

/** Body of an order closing time download request (Spec 4.10). */
export const orderClosingRequest = defineRecord('orderclosing_request', pairRequestFields);

/**
 * Body of a lead-time non-counting days download request. A seller that the caller may not read simply has no records
 * (Spec 4.10).
 */
export const businessHolidayRequest = defineRecord('businessholiday_request', [
  optional('response_type'),
  codeList('member_code_seller'),
  optional(day('update_date')),
]);

/** Body of an order block download request (Spec 4.10). */
export const orderBlockRequest = defineRecord('orderblock_request', pairRequestFields);

/** Answer of a non-trading days get (Spec 4.10). */
export const nonTradingDayGetAnswer = defineRecord('nottrade_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', nonTradingDayRecord),
]);

/** Answer of an order closing time get (Spec 4.10). */
export const orderClosingGetAnswer = defineRecord('orderclosing_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', orderClosingRecord),
]);

/** Answer of a lead-time non-counting days get (Spec 4.10). */
export const businessHolidayGetAnswer = defineRecord('businessholiday_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', businessHolidayRecord),
]);

/** Answer of an order block get (Spec 4.10). */
export const orderBlockGetAnswer = defineRecord('orderblock_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', orderBlockRecord),
]);

/** A record as `nonTradingDay` defines it. */
export type NonTradingDay = RecordOf<typeof nonTradingDay>;
/** A record as `orderClosing` defines it. */
export type OrderClosing = RecordOf<typeof orderClosing>;
/** A record as `businessHoliday` defines it. */
export type BusinessHoliday = RecordOf<typeof businessHoliday>;
/** A record as `orderBlock` defines it. */
export type OrderBlock = RecordOf<typeof orderBlock>;
/** A record as `nonTradingDayRecord` defines it. */
export type NonTradingDayRecord = RecordOf<typeof nonTradingDayRecord>;
/** A record as `orderClosingRecord` defines it. */
export type OrderClosingRecord = RecordOf<typeof orderClosingRecord>;
/** A record as `businessHolidayRecord` defines it. */
export type BusinessHolidayRecord = RecordOf<typeof businessHolidayRecord>;
/** A record as `orderBlockRecord` defines it. */
export type OrderBlockRecord = RecordOf<typeof orderBlockRecord>;
/** A record as `nonTradingDayRequest` defines it. */
export type NonTradingDayRequest = RecordOf<typeof nonTradingDayRequest>;
/** A record as `orderClosingRequest` defines it. */
export type OrderClosingRequest = RecordOf<typeof orderClosingRequest>;
/** A record as `businessHolidayRequest` defines it. */
export type BusinessHolidayRequest = RecordOf<typeof businessHolidayRequest>;
/** A record as `orderBlockRequest` defines it. */
export type OrderBlockRequest = RecordOf<typeof orderBlockRequest>;
/** A record as `nonTradingDayGetAnswer` defines it. */
export type NonTradingDayGetAnswer = RecordOf<typeof nonTradingDayGetAnswer>;
/** A record as `orderClosingGetAnswer` defines it. */
export type OrderClosingGetAnswer = RecordOf<typeof orderClosingGetAnswer>;
/** A record as `businessHolidayGetAnswer` defines it. */
export type BusinessHolidayGetAnswer = RecordOf<typeof businessHolidayGetAnswer>;
/** A record as `orderBlockGetAnswer` defines it. */
export type OrderBlockGetAnswer = RecordOf<typeof orderBlockGetAnswer>;
