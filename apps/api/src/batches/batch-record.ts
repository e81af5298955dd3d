import type { BatchDetails } from '@trading-platform/batch-engine';
import { formatTokyoDateTime, type OwnBatch } from '@trading-platform/domain-types';
import { flgOfState } from './batch-answers.js';

/** A batch as its owner sees it. As everywhere in the contract, all values are strings, and absent values are `""`. */
export function batchRecord(details: BatchDetails): OwnBatch {
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
    change_cursor: details.changeCursor ?? '',
    changes_only: details.isChanges ? '1' : '0',
    removed_count: String(details.removedCount),
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
