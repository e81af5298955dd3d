import type { BatchDetails, Reading } from '@trading-platform/batch-engine';
import { type BatchReader, formatTokyoDateTime, type OwnBatch } from '@trading-platform/domain-types';
import { flgOfState } from './batch-answers.js';

/**
 * Converts the details of a batch to the record that its owner gets. As everywhere in the contract, all values are strings, and
 * absent values are `""`.
 *
 * @param request the body of a request that would produce the same batch again
 */
export function batchRecord(details: BatchDetails, request?: object): OwnBatch {
  const { progress, requestedAt, startedAt, endedAt } = details;
  return {
    batch_id: details.batchId,
    function: details.functionName,
    client_id: details.clientId,
    user_id: details.userId ?? '',
    batch_flg: flgOfState[details.state],
    state: details.state,
    record_count: String(progress.recordCount),
    error_count: String(details.errorCount),
    records_expected: text(progress.recordsExpected),
    queue_position: text(details.queuePosition),
    requested_at: time(requestedAt),
    started_at: time(startedAt),
    attempts: String(details.attempt),
    wait_ms: between(requestedAt, startedAt),
    run_ms: between(startedAt, endedAt),
    snapshot_at: time(details.snapshotAt),
    ended_at: time(endedAt),
    last_read_at: time(details.lastReadAt),
    expires_at: time(details.expiresAt),
    records_kept: details.isKept ? '1' : '0',
    change_cursor: details.changeCursor ?? '',
    changes_only: details.isChanges ? '1' : '0',
    removed_count: String(details.removedCount),
    record_bytes: String(details.rawBytes),
    stored_bytes: String(details.storedBytes),
    reason: details.reason ?? '',
    request: request === undefined ? '' : JSON.stringify(request),
  };
}

/** Converts the readings of a batch by one user and client to the record that its owner gets. */
export function readerRecord({ clientId, userId, firstAt, lastAt, seqFrom, seqTo, reads }: Reading): BatchReader {
  return {
    client_id: clientId,
    user_id: userId,
    first_at: formatTokyoDateTime(firstAt),
    last_at: formatTokyoDateTime(lastAt),
    seq_from: String(seqFrom),
    seq_to: String(seqTo),
    reads: String(reads),
  };
}

/**
 * Returns the milliseconds between two times. The result is never negative, even if the clocks of two machines differ a little.
 */
function between(from: number | undefined, to: number | undefined): string {
  return from === undefined || to === undefined ? '' : String(Math.max(0, to - from));
}

function text(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function time(epochMs: number | undefined): string {
  return epochMs === undefined ? '' : formatTokyoDateTime(epochMs);
}
