import { arrayOf, defineRecord, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { partner } from './list-records.js';
import { ownBatch } from './own-batches.js';

/** A slip that was found, as one side sees it. */
export const foundSlip = defineRecord('found_slip', [
  'trade_id',
  'check_number',
  'upload_no',
  'status_code',
  'member_code_self',
  'member_code_partner',
  'member_name_partner',
  'order_day',
  'trade_total',
]);

/** An uploaded order that was found by its number. */
export const foundOrder = defineRecord('found_order', ['upload_no', 'trade_id', 'check_number', 'member_code_self']);

/** A product of the caller's own master that was found. */
export const foundProduct = defineRecord('found_product', [
  'member_code_partner',
  'member_name_partner',
  'item_id',
  'private_item_code',
  'item_name',
  'item_spec',
  'catalog_id',
]);

/** The records that a text finds, by kind. */
export const findAnswer = defineRecord('find_answer', [
  ...envelopeFields,
  arrayOf('slip_list', foundSlip),
  arrayOf('order_list', foundOrder),
  arrayOf('batch_list', ownBatch),
  arrayOf('product_list', foundProduct),
  arrayOf('partner_list', partner),
  'complete_flg',
]);

/** A record as `foundSlip` defines it. */
export type FoundSlip = RecordOf<typeof foundSlip>;
/** A record as `foundOrder` defines it. */
export type FoundOrder = RecordOf<typeof foundOrder>;
/** A record as `foundProduct` defines it. */
export type FoundProduct = RecordOf<typeof foundProduct>;
/** A record as `findAnswer` defines it. */
export type FindAnswer = RecordOf<typeof findAnswer>;
