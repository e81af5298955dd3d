import type { BatchDetails } from '@trading-platform/batch-engine';
import {
  arrayOf,
  defineRecord,
  envelope,
  envelopeFields,
  formatTokyoDateTime,
  type RecordOf,
} from '@trading-platform/domain-types';
import { flgOfState } from './batch-answers.js';

/** A batch as its owner sees it. As everywhere in the contract, all values are strings, and absent values are `""`. */
const batch = defineRecord('batch', [
  'batch_id',
  'function',
  'batch_flg',
  'state',
  'record_count',
  'records_expected',
  'queue_position',
  'requested_at',
  'started_at',
  'snapshot_at',
  'ended_at',
  'expires_at',
  'record_bytes',
  'stored_bytes',
  'reason',
]);

export const batchListAnswer = defineRecord('batch_list_answer', [
  ...envelopeFields,
  arrayOf('batch_list', batch),
  'next_cursor',
]);

export const batchCancelAnswer = defineRecord('batch_cancel_answer', [...envelopeFields, 'batch_id', 'outcome']);

/** The envelope and one batch. */
export const batchAnswer = {
  name: 'batch_answer',
  schema: {
    ...envelope.schema,
    title: 'batch_answer',
    properties: { ...envelope.schema.properties, batch: batch.schema },
    required: [...envelope.fieldNames, 'batch'],
  },
};

export function batchRecord(details: BatchDetails): RecordOf<typeof batch> {
  const { progress } = details;
  return {
    batch_id: details.batchId,
    function: details.functionName,
    batch_flg: flgOfState[details.state],
    state: details.state,
    record_count: String(progress.recordCount),
    records_expected: text(progress.recordsExpected),
    queue_position: text(details.queuePosition),
    requested_at: time(details.requestedAt),
    started_at: time(details.startedAt),
    snapshot_at: time(details.snapshotAt),
    ended_at: time(details.endedAt),
    expires_at: time(details.expiresAt),
    record_bytes: String(details.rawBytes),
    stored_bytes: String(details.storedBytes),
    reason: details.reason ?? '',
  };
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function time(epochMs: number | undefined): string {
  return epochMs === undefined ? '' : formatTokyoDateTime(epochMs);
}
