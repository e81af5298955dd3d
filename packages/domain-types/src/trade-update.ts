import { batchRequestAnswer } from './batch-control.js';
import { arrayOf, code, day, decimal, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields, errorEntry } from './envelope.js';
import { slipActionCodes } from './slip-actions.js';

/** One line of an update of a slip; `slipTransitions` says which action takes which field (Spec 4.11). */
export const updateLine = defineRecord('update_line', [
  optional('trade_prod_id'),
  optional(code('line_no')),
  optional('catalog_id'),
  optional('private_item_code'),
  decimal('prod_lot_qty'),
  optional(decimal('prod_lot_price')),
  optional('prod_remarks'),
]);

/** One update of a slip; `slipTransitions` says which action takes which field (Spec 4.11). */
export const updateSlip = defineRecord('update_slip', [
  'update_no',
  'trade_id',
  optional(code('version')),
  optional(code('batch_id')),
  optional(code('seq')),
  optional('member_code_self'),
  code('action', slipActionCodes),
  optional(day('hope_delivery_date')),
  optional('delivery_place_code'),
  optional('order_trade_comment'),
  optional(day('delivery_date')),
  optional(day('shipping_send_date')),
  optional('shipping_send_time'),
  optional('check_number'),
  optional('trade_comment'),
  optional(decimal('trade_shipping')),
  optional(day('receipt_day')),
  optional(arrayOf('detail_list', updateLine)),
]);

/** Body of a trade update request; with `check_only` 1 the updates are judged but not made (Spec 4.11). */
export const updateRequest = defineRecord('update_request', [
  optional('response_type'),
  optional(code('check_only')),
  arrayOf('slip_list', updateSlip),
]);

/** Answer of a trade update request; if the call waits for its end, it has the state as well (Spec 4.11). */
export const updateRequestAnswer = defineRecord('update_request_answer', [
  ...batchRequestAnswer.fields,
  optional('error_count'),
]);

/**
 * Answer of a trade update check: the fields of every confirm answer, and the number of refused updates (Spec 4.11).
 */
export const updateCheckAnswer = defineRecord('update_check_answer', [
  ...envelopeFields,
  'batch_flg',
  'record_count',
  'error_count',
]);

/** Outcome of the update of one slip (Spec 4.11). */
export const updateResult = defineRecord('update_result', [
  'seq',
  'update_no',
  'trade_id',
  'result',
  'status_code',
  'version',
  'new_trade_id',
  'new_check_number',
  'new_version',
  arrayOf('error_list', errorEntry),
]);

/** Answer of a trade update get (Spec 4.11). */
export const updateGetAnswer = defineRecord('update_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', updateResult),
]);

/** A record as `updateLine` defines it. */
export type UpdateLine = RecordOf<typeof updateLine>;
/** A record as `updateSlip` defines it. */
export type UpdateSlip = RecordOf<typeof updateSlip>;
/** A record as `updateRequest` defines it. */
export type UpdateRequest = RecordOf<typeof updateRequest>;
/** A record as `updateRequestAnswer` defines it. */
export type UpdateRequestAnswer = RecordOf<typeof updateRequestAnswer>;
/** A record as `updateCheckAnswer` defines it. */
export type UpdateCheckAnswer = RecordOf<typeof updateCheckAnswer>;
/** A record as `updateResult` defines it. */
export type UpdateResult = RecordOf<typeof updateResult>;
/** A record as `updateGetAnswer` defines it. */
export type UpdateGetAnswer = RecordOf<typeof updateGetAnswer>;
