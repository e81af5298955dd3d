import { arrayOf, decimal, defineRecord, integer, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** One product of an FC price request (Spec 4.9). */
export const fcPriceQuestion = defineRecord('fc_price_question', [
  'member_code_store',
  'catalog_id',
  decimal('price'),
  'order_send_date',
  'delivery_date',
]);

/** Body of an FC price request (Spec 4.9). */
export const fcPriceRequest = defineRecord('fc_price_request', [
  optional('response_type'),
  arrayOf('item', fcPriceQuestion),
]);

/** One refusal of one product (Spec 4.9). */
export const fcPriceError = defineRecord('fc_price_error', ['error_code', 'error_detail']);

/** One product of an FC price answer; `Price` is capitalized by the contract (Spec 4.9). */
export const fcPrice = defineRecord('fc_price', [
  'member_code_store',
  'catalog_id',
  integer('Price'),
  'order_send_date',
  'delivery_date',
  integer('fc_price'),
  arrayOf('detail_err_list', fcPriceError),
]);

/** Answer of an FC price request, in the order of its `item` list (Spec 4.9). */
export const fcPriceAnswer = defineRecord('fc_price_answer', [...envelopeFields, arrayOf('item', fcPrice)]);

/** A record as `fcPriceQuestion` defines it. */
export type FcPriceQuestion = RecordOf<typeof fcPriceQuestion>;
/** A record as `fcPriceRequest` defines it. */
export type FcPriceRequest = RecordOf<typeof fcPriceRequest>;
/** A record as `fcPriceError` defines it. */
export type FcPriceError = RecordOf<typeof fcPriceError>;
/** A record as `fcPrice` defines it. */
export type FcPrice = RecordOf<typeof fcPrice>;
/** A record as `fcPriceAnswer` defines it. */
export type FcPriceAnswer = RecordOf<typeof fcPriceAnswer>;
