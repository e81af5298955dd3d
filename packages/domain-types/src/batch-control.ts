import { code, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** Body of a confirm call (Spec 4.6). */
export const batchCheckRequest = defineRecord('batch_check_request', [optional('response_type'), code('batch_id')]);

/** Body of a get call; both ends of the range are included (Spec 4.6). */
export const batchGetRequest = defineRecord('batch_get_request', [
  optional('response_type'),
  code('batch_id'),
  code('seq_from'),
  code('seq_to'),
]);

/** Body of an acknowledgement of delivered records; both ends of the range are included. */
export const batchDeliveredRequest = defineRecord('batch_delivered_request', [
  optional('response_type'),
  code('seq_from'),
  code('seq_to'),
]);

/** Answer of a request call (Spec 4.6). If the call waits for the end of its batch, it has the state as well. */
export const batchRequestAnswer = defineRecord('batch_request_answer', [
  ...envelopeFields,
  'batch_id',
  optional('batch_flg'),
  optional('record_count'),
]);

/** Answer of a confirm call (Spec 4.6). */
export const batchCheckAnswer = defineRecord('batch_check_answer', [...envelopeFields, 'batch_flg', 'record_count']);

/** The fields that a batch puts before a stored record of the master and trade downloads (Spec 2.4, 2.5). */
export const batchRecordFields = ['batch_id', 'seq', 'create_date'] as const;

/** A record as `batchCheckRequest` defines it. */
export type BatchCheckRequest = RecordOf<typeof batchCheckRequest>;
/** A record as `batchDeliveredRequest` defines it. */
export type BatchDeliveredRequest = RecordOf<typeof batchDeliveredRequest>;
/** A record as `batchGetRequest` defines it. */
export type BatchGetRequest = RecordOf<typeof batchGetRequest>;
/** A record as `batchRequestAnswer` defines it. */
export type BatchRequestAnswer = RecordOf<typeof batchRequestAnswer>;
/** A record as `batchCheckAnswer` defines it. */
export type BatchCheckAnswer = RecordOf<typeof batchCheckAnswer>;
