import { arrayOf, code, defineRecord, objectOf, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { uploadOrder } from './order-upload.js';
import { updateSlip } from './trade-update.js';

/** A batch for its owner. All values are strings, and absent values are `""` (ours, beyond the contract). */
export const ownBatch = defineRecord('batch', [
  'batch_id',
  'function',
  'client_id',
  'user_id',
  'batch_flg',
  'state',
  'record_count',
  'error_count',
  'records_expected',
  'queue_position',
  'requested_at',
  'started_at',
  'attempts',
  'wait_ms',
  'run_ms',
  'snapshot_at',
  'ended_at',
  'last_read_at',
  'expires_at',
  'records_kept',
  'change_cursor',
  'changes_only',
  'removed_count',
  'record_bytes',
  'stored_bytes',
  'reason',
  'request',
]);

/** One page of the caller's batches. */
export const batchListAnswer = defineRecord('batch_list_answer', [
  ...envelopeFields,
  arrayOf('batch_list', ownBatch),
  'next_cursor',
]);

/** The records of a batch that one application has read, for one of its users or without a user. */
export const batchReader = defineRecord('batch_reader', [
  'client_id',
  'user_id',
  'first_at',
  'last_at',
  'seq_from',
  'seq_to',
  'reads',
]);

/** The envelope and one batch and, if the caller asks for them, its readers. */
export const batchAnswer = defineRecord('batch_answer', [
  ...envelopeFields,
  objectOf('batch', ownBatch),
  optional(arrayOf('reader_list', batchReader)),
]);

/** The outcome for a batch that its owner no longer wants. */
export const batchCancelAnswer = defineRecord('batch_cancel_answer', [...envelopeFields, 'batch_id', 'outcome']);

/** The input of a batch: the body of an order upload or of a trade update. */
export const batchInput = defineRecord('batch_input', [
  optional('response_type'),
  optional(code('check_only')),
  optional(arrayOf('order_list', uploadOrder)),
  optional(arrayOf('slip_list', updateSlip)),
]);

/**
 * The body with which an order upload was requested. The body of a trade update has the fields of a trade update
 * request.
 */
export const batchInputAnswer = defineRecord('batch_input_answer', [...envelopeFields, objectOf('input', batchInput)]);

/** A record that a search has found. It has all other fields of the records of its batch as well. */
export const foundRecord = defineRecord('found_record', ['batch_id', 'seq']);

/** A page of records that contain a text. */
export const batchSearchAnswer = defineRecord('batch_search_answer', [
  ...envelopeFields,
  arrayOf('record_list', foundRecord),
  'next_seq',
]);

/** A record as `ownBatch` defines it. */
export type OwnBatch = RecordOf<typeof ownBatch>;
/** A record as `batchReader` defines it. */
export type BatchReader = RecordOf<typeof batchReader>;
/** A record as `batchListAnswer` defines it. */
export type BatchListAnswer = RecordOf<typeof batchListAnswer>;
/** A record as `batchAnswer` defines it. */
export type BatchAnswer = RecordOf<typeof batchAnswer>;
/** A record as `batchSearchAnswer` defines it. */
export type BatchSearchAnswer = RecordOf<typeof batchSearchAnswer>;
/** A record as `batchCancelAnswer` defines it. */
export type BatchCancelAnswer = RecordOf<typeof batchCancelAnswer>;
