import { arrayOf, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { catalogLine } from './master-record.js';

/** Body of the three list calls; `cursor` is the former answer's `next_cursor` (Spec 4.11). */
export const listRequest = defineRecord('list_request', [optional('response_type'), optional('cursor')]);

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

export type ListRequest = RecordOf<typeof listRequest>;
export type Partner = RecordOf<typeof partner>;
export type DeliveryPlace = RecordOf<typeof deliveryPlace>;
export type PartnerListAnswer = RecordOf<typeof partnerListAnswer>;
export type OrderMasterListAnswer = RecordOf<typeof orderMasterListAnswer>;
export type DeliveryPlaceListAnswer = RecordOf<typeof deliveryPlaceListAnswer>;
