import { arrayOf, code, codeList, day, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { catalogLine } from './master-record.js';

/**
 * The fields of every list request: the member, the number of elements, and the start. `cursor` is the `next_cursor` of
 * the previous answer (Spec 4.11).
 */
const listRequestFields = [
  optional('response_type'),
  optional('member_code_self'),
  optional(code('limit')),
  optional('cursor'),
] as const;

/** Body of a partner list request (Spec 4.11). */
export const partnerListRequest = defineRecord('partner_list_request', [
  ...listRequestFields,
  optional(codeList('client_member_code_list')),
]);

/** Body of an order master list request; it has the filters of 4.7 (Spec 4.11). */
export const orderMasterListRequest = defineRecord('ordermaster_list_request', [
  ...listRequestFields,
  optional('food_cat_large_code'),
  optional('food_cat_middle_code'),
  optional('food_cat_small_code'),
  optional(code('sell_stop')),
  optional('mc_upd_date_from'),
  optional('mc_upd_date_to'),
]);

/** Body of a delivery place list request (Spec 4.11). */
export const deliveryPlaceListRequest = defineRecord('deliveryplace_list_request', listRequestFields);

/** Body of an order list request; with `with_names` 1 each order also has its slip number and names. */
export const orderListRequest = defineRecord('order_list_request', [
  ...listRequestFields,
  optional(codeList('status_code')),
  optional(codeList('client_member_code_list')),
  optional(day('order_day_from')),
  optional(day('order_day_to', { from: 'order_day_from' })),
  optional(code('with_names')),
]);

/** One partner (Spec 4.11). */
export const partner = defineRecord('partner', [
  'member_code_partner',
  'member_name_partner',
  'customer_code',
  'order_block_flg',
]);

/** One delivery place (Spec 4.11). */
export const deliveryPlace = defineRecord('delivery_place', [
  'delivery_place_id',
  'delivery_place_code',
  'delivery_place_name',
  'default_flg',
]);

/** One slip in the order list, with the version that the next change must contain. */
export const listedOrder = defineRecord('listed_order', [
  'trade_id',
  'version',
  'upload_no',
  'status_code',
  'member_code_self',
  'member_code_partner',
  'order_day',
  'hope_delivery_date',
  'trade_total',
  optional('check_number'),
  optional('member_name_self'),
  optional('member_name_partner'),
]);

/** Answer of the partner list (Spec 4.11). */
export const partnerListAnswer = defineRecord('partner_list_answer', [
  ...envelopeFields,
  arrayOf('partner_list', partner),
  'next_cursor',
]);

/** Answer of the order master list (Spec 4.11). */
export const orderMasterListAnswer = defineRecord('ordermaster_list_answer', [
  ...envelopeFields,
  arrayOf('catalog_list', catalogLine),
  'next_cursor',
]);

/** Answer of the delivery place list (Spec 4.11). */
export const deliveryPlaceListAnswer = defineRecord('deliveryplace_list_answer', [
  ...envelopeFields,
  arrayOf('delivery_place_list', deliveryPlace),
  'next_cursor',
]);

/** Answer of the order list. */
export const orderListAnswer = defineRecord('order_list_answer', [
  ...envelopeFields,
  arrayOf('order_list', listedOrder),
  'next_cursor',
]);

/** A record as `partnerListRequest` defines it. */
export type PartnerListRequest = RecordOf<typeof partnerListRequest>;
/** A record as `orderMasterListRequest` defines it. */
export type OrderMasterListRequest = RecordOf<typeof orderMasterListRequest>;
/** A record as `deliveryPlaceListRequest` defines it. */
export type DeliveryPlaceListRequest = RecordOf<typeof deliveryPlaceListRequest>;
/** A record as `orderListRequest` defines it. */
export type OrderListRequest = RecordOf<typeof orderListRequest>;
/** A record as `partner` defines it. */
export type Partner = RecordOf<typeof partner>;
/** A record as `deliveryPlace` defines it. */
export type DeliveryPlace = RecordOf<typeof deliveryPlace>;
/** A record as `listedOrder` defines it. */
export type ListedOrder = RecordOf<typeof listedOrder>;
/** A record as `partnerListAnswer` defines it. */
export type PartnerListAnswer = RecordOf<typeof partnerListAnswer>;
/** A record as `orderMasterListAnswer` defines it. */
export type OrderMasterListAnswer = RecordOf<typeof orderMasterListAnswer>;
/** A record as `deliveryPlaceListAnswer` defines it. */
export type DeliveryPlaceListAnswer = RecordOf<typeof deliveryPlaceListAnswer>;
/** A record as `orderListAnswer` defines it. */
export type OrderListAnswer = RecordOf<typeof orderListAnswer>;
