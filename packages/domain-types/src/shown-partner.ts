import { arrayOf, defineRecord, objectOf, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { masterBodyFields } from './master-record.js';

/** A closing time that applies between a buyer and a seller (ours, beyond the contract). */
export const closingTerm = defineRecord('closing_term', [
  'general_flg',
  'oct_set_buyer_or_seller',
  'member_code_order_to',
  'set_name',
  'target',
  'closing_time',
  'delivery_period',
  'change_app_date',
]);

/** A rule about days without delivery that is in force between a buyer and a seller. */
export const nonTradingTerm = defineRecord('nottrade_term', [
  'general_flg',
  'member_code_order_to',
  'rule',
  'week_flg',
  'first_date',
  'last_date',
  'holiday_flg',
  'warning_type',
]);

/** The rules of one day between a buyer and a seller. */
export const tradingDay = defineRecord('trading_day', [
  'day',
  'not_counted_flg',
  'reception_flg',
  'closing_time',
  'delivery_period',
  'refused_by',
  'warned_by',
]);

/** The settings between a buyer and a seller, and what they mean for the next days. */
export const partnerTerms = defineRecord('partner_terms', [
  'member_code_buyer',
  'member_code_seller',
  'order_block_flg',
  arrayOf('closing_list', closingTerm),
  arrayOf('nottrade_list', nonTradingTerm),
  arrayOf('day_list', tradingDay),
]);

/** The envelope and the settings between the caller and one partner. */
export const partnerTermsAnswer = defineRecord('partner_terms_answer', [
  ...envelopeFields,
  objectOf('terms', partnerTerms),
]);

/** One product that the caller's member buys from one partner, in its present state in the master. */
export const shownProduct = defineRecord('shown_product', [...masterBodyFields]);

/** The envelope and one product. */
export const productAnswer = defineRecord('product_answer', [...envelopeFields, objectOf('product', shownProduct)]);

/** A record as `closingTerm` defines it. */
export type ClosingTerm = RecordOf<typeof closingTerm>;
/** A record as `nonTradingTerm` defines it. */
export type NonTradingTerm = RecordOf<typeof nonTradingTerm>;
/** A record as `tradingDay` defines it. */
export type TradingDay = RecordOf<typeof tradingDay>;
/** A record as `partnerTerms` defines it. */
export type PartnerTerms = RecordOf<typeof partnerTerms>;
/** A record as `partnerTermsAnswer` defines it. */
export type PartnerTermsAnswer = RecordOf<typeof partnerTermsAnswer>;
/** A record as `shownProduct` defines it. */
export type ShownProduct = RecordOf<typeof shownProduct>;
/** A record as `productAnswer` defines it. */
export type ProductAnswer = RecordOf<typeof productAnswer>;
