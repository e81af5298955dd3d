import { arrayOf, defineRecord, optional, optionalFields, type RecordOf } from './define-record.js';
import { deliveryPlace } from './list-records.js';
import { buyLine, catalogLine, masterHeaderFields } from './master-record.js';
import { businessHoliday, nonTradingDay, orderBlock, orderClosing } from './setting-records.js';
import { partnerGroup, tradeDetail, tradeStoredFields, tradeTextFields } from './trade-record.js';

/** One `members` line: a member of the platform. */
export const memberImport = defineRecord('members', [
  'member_code',
  ...optionalFields([
    'member_name',
    'group_code',
    'group_name',
    'member_group_code',
    'head_office_member_code',
    'fc_owner_member_code',
    'fc_owner_code',
    'tax_calc_method',
    'below_dec_point',
    'invoice_member_kbn',
    'invoice_reg_no',
  ]),
]);

const buyImport = defineRecord('buy_import', optionalFields(buyLine.fields));
const catalogImport = defineRecord('catalog_import', optionalFields(catalogLine.fields));

/**
 * One `master` line: a master record without the batch's own fields (Spec 2.4). It must have a `buy` or `catalog` line
 * with `item_id`; the schema does not express this.
 */
export const masterImport = defineRecord('master', [
  ...optionalFields(masterHeaderFields, ['member_code', 'member_code_partner']),
  optional(arrayOf('buy', buyImport)),
  optional(arrayOf('catalog', catalogImport)),
]);

const partnerGroupImport = defineRecord('partner_group_import', optionalFields(partnerGroup.fields));
const tradeDetailImport = defineRecord('trade_detail_import', optionalFields(tradeDetail.fields));

/** One `trade` line: a trade record without the batch's own fields (Spec 2.5), and the stored fields. */
export const tradeImport = defineRecord('trade', [
  ...optionalFields(tradeTextFields, ['trade_id', 'member_code_self', 'status_code']),
  optional(arrayOf('partner_group_list', partnerGroupImport)),
  optional(arrayOf('detail_list', tradeDetailImport)),
  ...optionalFields(tradeStoredFields),
]);

const nonTradingDayImportSeller = defineRecord('nottrade_seller_import', [
  'member_code_seller',
  optional(arrayOf('nottrade', defineRecord('nottrade_import', optionalFields(nonTradingDay.fields)))),
]);

const orderClosingImportSeller = defineRecord('orderclosing_seller_import', [
  'member_code_seller',
  optional(arrayOf('orderclosing', defineRecord('orderclosing_import', optionalFields(orderClosing.fields)))),
]);

const orderBlockImportSeller = defineRecord('orderblock_seller_import', [
  'member_code_seller',
  optional(arrayOf('orderblock', defineRecord('orderblock_import', optionalFields(orderBlock.fields)))),
]);

/**
 * One `nottrade` line (Spec 4.10). `member_code_buyer` may be `""` for a seller's rows that apply to all its buyers.
 */
export const nonTradingDayImport = defineRecord('nottrade', [
  'member_code_buyer',
  arrayOf('seller_list', nonTradingDayImportSeller),
]);

/** One `orderclosing` line (Spec 4.10); `member_code_buyer` may be `""`. */
export const orderClosingImport = defineRecord('orderclosing', [
  'member_code_buyer',
  arrayOf('seller_list', orderClosingImportSeller),
]);

/** One `businessholiday` line (Spec 4.10). */
export const businessHolidayImport = defineRecord('businessholiday', [
  'member_code_seller',
  optional(arrayOf('businessholiday', defineRecord('businessholiday_import', optionalFields(businessHoliday.fields)))),
]);

/** One `orderblock` line (Spec 4.10); `member_code_buyer` may be `""`. */
export const orderBlockImport = defineRecord('orderblock', [
  'member_code_buyer',
  arrayOf('seller_list', orderBlockImportSeller),
]);

/** One `fc-prices` line: a rule for the price of an FC owner's stores (Spec 4.9). */
export const fcPriceImport = defineRecord('fc-prices', [
  'fc_owner_member_code',
  optional('member_code_store'),
  optional('catalog_id'),
  optional('food_cat_large_code'),
  'method',
  'value',
  optional('rounding'),
  optional('valid_from'),
  optional('valid_to'),
  optional('date_basis'),
]);

/** One `delivery-places` line: a delivery place of a member. */
export const deliveryPlaceImport = defineRecord('delivery-places', [
  'member_code',
  ...optionalFields(deliveryPlace.fields, ['delivery_place_id']),
]);

/** Every kind of import file by its name; each file is NDJSON, one record a line. */
export const importRecords = {
  members: memberImport,
  master: masterImport,
  trade: tradeImport,
  nottrade: nonTradingDayImport,
  orderclosing: orderClosingImport,
  businessholiday: businessHolidayImport,
  orderblock: orderBlockImport,
  'fc-prices': fcPriceImport,
  'delivery-places': deliveryPlaceImport,
} as const;

/** The kinds of files that can be loaded. */
export type ImportKind = keyof typeof importRecords;
/** A record as `memberImport` defines it. */
export type MemberImport = RecordOf<typeof memberImport>;
/** A record as `masterImport` defines it. */
export type MasterImport = RecordOf<typeof masterImport>;
/** A record as `tradeImport` defines it. */
export type TradeImport = RecordOf<typeof tradeImport>;
/** A record as `nonTradingDayImport` defines it. */
export type NonTradingDayImport = RecordOf<typeof nonTradingDayImport>;
/** A record as `orderClosingImport` defines it. */
export type OrderClosingImport = RecordOf<typeof orderClosingImport>;
/** A record as `businessHolidayImport` defines it. */
export type BusinessHolidayImport = RecordOf<typeof businessHolidayImport>;
/** A record as `orderBlockImport` defines it. */
export type OrderBlockImport = RecordOf<typeof orderBlockImport>;
/** A record as `fcPriceImport` defines it. */
export type FcPriceImport = RecordOf<typeof fcPriceImport>;
/** A record as `deliveryPlaceImport` defines it. */
export type DeliveryPlaceImport = RecordOf<typeof deliveryPlaceImport>;
