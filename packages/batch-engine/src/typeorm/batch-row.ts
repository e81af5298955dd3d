import type { Batch } from '../batch/batch.js';
import type { BatchState } from '../batch/batch-state.js';

/** A row of the table `batch`, as both databases answer it. */
export interface BatchRow {
  readonly id: number;
  readonly function_name: string;
  readonly member_code: string;
  readonly client_id: string;
  readonly criteria: string;
  readonly state: BatchState;
  readonly attempt: number;
  readonly failures: number;
  readonly requested_at: number;
  readonly not_before: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly snapshot_at: number | null;
  readonly expires_at: number | null;
  readonly lease_owner: string | null;
  readonly lease_until: number | null;
  readonly record_count: number;
  readonly records_expected: number | null;
  readonly raw_bytes: number;
  readonly stored_bytes: number;
  readonly reason: string | null;
}

export const batchRowColumns = `id, function_name, member_code, client_id, criteria, state, attempt, failures, requested_at,
  not_before, started_at, ended_at, snapshot_at, expires_at, lease_owner, lease_until, record_count, records_expected,
  raw_bytes, stored_bytes, reason`;

/** The criteria are read only when somebody asks for them: checks and gets do not. */
export function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    functionName: row.function_name,
    memberCode: row.member_code,
    clientId: row.client_id,
    get criteria(): unknown {
      return JSON.parse(row.criteria);
    },
    state: row.state,
    attempt: row.attempt,
    failures: row.failures,
    requestedAt: row.requested_at,
    notBefore: row.not_before,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    snapshotAt: row.snapshot_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    leaseOwner: row.lease_owner ?? undefined,
    leaseUntil: row.lease_until ?? undefined,
    recordCount: row.record_count,
    recordsExpected: row.records_expected ?? undefined,
    rawBytes: row.raw_bytes,
    storedBytes: row.stored_bytes,
    reason: row.reason ?? undefined,
  };
}
