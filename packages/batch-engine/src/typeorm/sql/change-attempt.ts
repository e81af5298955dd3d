import type { Sql } from '@trading-platform/database';
import type { HeldBatch } from '../../batch/batch.js';
import { isFinal } from '../../batch/batch-state.js';
import type { AttemptEnd, Progress } from '../../storage/batch-store.js';

/** Extends the lease and stores the progress. If the batch no longer belongs to this attempt, returns false. */
export async function renewAttempt(sql: Sql, { id, attempt }: HeldBatch, progress: Progress): Promise<boolean> {
  const { leaseUntil, recordCount, recordsExpected = null, snapshotAt = null } = progress;
  const renewed = await sql.execute(
    `UPDATE batch SET lease_until = $1, record_count = $2, records_expected = $3, snapshot_at = $4
     WHERE id = $5 AND attempt = $6 AND state = 'processing'`,
    [leaseUntil, recordCount, recordsExpected, snapshotAt, id, attempt],
  );
  return renewed === 1;
}

/** A batch whose attempt has ended, with the data that the queue needs. */
export interface EndedAttempt {
  readonly batchId: number;
  readonly memberCode: string;
  readonly notBefore: number;
}

/** Ends the attempt, or returns undefined if the batch no longer belongs to the attempt. */
export async function endAttempt(
  sql: Sql,
  { id, attempt }: HeldBatch,
  end: AttemptEnd,
): Promise<EndedAttempt | undefined> {
  const final = end.state !== 'waiting' && isFinal(end.state);
  const [row] = await sql.query<{ member_code: string; not_before: number }>(
    `UPDATE batch SET state = $1, failures = failures + $2, reason = $3, ended_at = $4, expires_at = $5,
       not_before = COALESCE($6, not_before), record_count = $7, error_count = $8, raw_bytes = $9,
       stored_bytes = input_bytes + $10, snapshot_at = COALESCE($11, snapshot_at), selection = $12,
       records_expected = COALESCE($13, records_expected), change_cursor = $17, removed_count = $18, removed_bytes = $19,
       lease_owner = NULL, lease_until = NULL
     WHERE id = $14 AND attempt = $15 AND state = 'processing' AND lease_until = COALESCE($16, lease_until)
     RETURNING member_code, not_before`,
    [
      end.state,
      end.failed === true ? 1 : 0,
      end.reason ?? null,
      final ? end.now : null,
      end.expiresAt ?? null,
      end.notBefore ?? null,
      end.recordCount ?? 0,
      end.errorCount ?? 0,
      end.rawBytes ?? 0,
      end.storedBytes ?? 0,
      end.snapshotAt ?? null,
      end.selection ?? null,
      end.recordCount ?? null,
      id,
      attempt,
      end.leaseUntil ?? null,
      end.changeCursor ?? null,
      end.removedCount ?? 0,
      end.removedBytes ?? 0,
    ],
  );
  return row === undefined ? undefined : { batchId: id, memberCode: row.member_code, notBefore: row.not_before };
}
