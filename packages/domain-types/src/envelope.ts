import { arrayOf, defineRecord, integer, type RecordOf } from './define-record.js';

/** One refusal in an envelope (Spec 2.2). */
export const errorEntry = defineRecord('error', ['error_item', 'error_code', 'error_detail']);

/** The fields that open every answer of the data API (Spec 2.2). */
export const envelopeFields = ['request_id', integer('result'), arrayOf('error_list', errorEntry)] as const;

/** The envelope alone: the body of every refusal (Spec 2.2). */
export const envelope = defineRecord('envelope', envelopeFields);

/** Values of `result` in the envelope (Spec 2.2). */
export const result = { normal: 0, error: 1 } as const;

/** A record as `errorEntry` defines it. */
export type ErrorEntry = RecordOf<typeof errorEntry>;
/** A record as `envelope` defines it. */
export type Envelope = RecordOf<typeof envelope>;
