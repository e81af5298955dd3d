import { batchRequestAnswer } from './batch-control.js';
import { arrayOf, code, codeList, decimal, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields, errorEntry } from './envelope.js';

/** One line of an uploaded order; it names its product by `catalog_id` or by `private_item_code` (Spec 4.11). */
export const uploadLine = defineRecord('upload_line', [
  code('line_no'),
  optional('catalog_id'),
  optional('private_item_code'),
  decimal('prod_lot_qty'),
  optional('prod_remarks'),
]);

/** One uploaded order; `upload_no` is the caller's own key (Spec 4.11). */
export const uploadOrder = defineRecord('upload_order', [
  'upload_no',
  'member_code_self',
  'member_code_partner',
  optional('delivery_place_code'),
  'hope_delivery_date',
  optional('order_trade_comment'),
  code('send_flg'),
  arrayOf('detail_list', uploadLine),
]);

/** Body of an order upload request; with `check_only` 1 the orders are judged but not accepted (Spec 4.11). */
export const uploadRequest = defineRecord('upload_request', [
  optional('response_type'),
  optional(code('check_only')),
  arrayOf('order_list', uploadOrder),
]);

/** Answer of an upload request; if the call waits for the end of the upload, it has the state as well (Spec 4.11). */
export const uploadRequestAnswer = defineRecord('upload_request_answer', [
  ...batchRequestAnswer.fields,
  optional('error_count'),
]);

/** Answer of an upload check: the fields of every confirm answer, and the number of refused orders (Spec 4.11). */
export const uploadCheckAnswer = defineRecord('upload_check_answer', [
  ...envelopeFields,
  'batch_flg',
  'record_count',
  'error_count',
]);

/** Outcome of one uploaded order (Spec 4.11). */
export const uploadResult = defineRecord('upload_result', [
  'seq',
  'upload_no',
  'result',
  'trade_id',
  'check_number',
  'version',
  arrayOf('error_list', errorEntry),
]);

/** Answer of an upload get (Spec 4.11). */
export const uploadGetAnswer = defineRecord('upload_get_answer', [
  ...envelopeFields,
  arrayOf('result_list', uploadResult),
]);

/** Body of an order generation request; elements at the same place in both lists belong together (Spec 4.11). */
export const orderGenerateRequest = defineRecord('order_generate_request', [
  optional('response_type'),
  codeList('trade_id_list'),
  optional(codeList('version_list')),
]);

/** One slip that order generation has sent, or that was sent before (Spec 4.11). */
export const generatedOrder = defineRecord('generated_order', ['trade_id', 'version']);

/** Answer of an order generation request (Spec 4.11). */
export const orderGenerateAnswer = defineRecord('order_generate_answer', [
  ...envelopeFields,
  arrayOf('result_list', generatedOrder),
]);

/** A record as `uploadLine` defines it. */
export type UploadLine = RecordOf<typeof uploadLine>;
/** A record as `uploadOrder` defines it. */
export type UploadOrder = RecordOf<typeof uploadOrder>;
/** A record as `uploadRequest` defines it. */
export type UploadRequest = RecordOf<typeof uploadRequest>;
/** A record as `uploadRequestAnswer` defines it. */
export type UploadRequestAnswer = RecordOf<typeof uploadRequestAnswer>;
/** A record as `uploadCheckAnswer` defines it. */
export type UploadCheckAnswer = RecordOf<typeof uploadCheckAnswer>;
/** A record as `uploadResult` defines it. */
export type UploadResult = RecordOf<typeof uploadResult>;
/** A record as `uploadGetAnswer` defines it. */
export type UploadGetAnswer = RecordOf<typeof uploadGetAnswer>;
/** A record as `orderGenerateRequest` defines it. */
export type OrderGenerateRequest = RecordOf<typeof orderGenerateRequest>;
/** A record as `generatedOrder` defines it. */
export type GeneratedOrder = RecordOf<typeof generatedOrder>;
/** A record as `orderGenerateAnswer` defines it. */
export type OrderGenerateAnswer = RecordOf<typeof orderGenerateAnswer>;
