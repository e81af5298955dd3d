import { batchReason } from '@trading-platform/domain-types';
import type { Batch } from '../../batch/batch.js';
import type { BatchState } from '../../batch/batch-state.js';
import type { BatchEntity } from './batch.entity.js';

/** What only statements ask of a batch. */
type Inner = 'readingUntil' | 'idempotencyKey' | 'idempotencyDigest' | 'selection';

/** A row of a batch, or what is left of one. */
type StoredBatch = Omit<BatchEntity, Inner | 'criteria'> & { readonly criteria: string | null };

/** The criteria are parsed only when somebody asks for them: checks and gets do not. */
export function toBatch(row: StoredBatch): Batch {
  return {
    id: row.id,
    functionName: row.functionName,
    memberCode: row.memberCode,
    clientId: row.clientId,
    get criteria(): unknown {
      return row.criteria === null ? undefined : JSON.parse(row.criteria);
    },
    state: stateOf(row),
    attempt: row.attempt,
    failures: row.failures,
    requestedAt: row.requestedAt,
    notBefore: row.notBefore,
    startedAt: row.startedAt ?? undefined,
    endedAt: row.endedAt ?? undefined,
    snapshotAt: row.snapshotAt ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    lastReadAt: row.lastReadAt ?? undefined,
    leaseOwner: row.leaseOwner ?? undefined,
    leaseUntil: row.leaseUntil ?? undefined,
    recordCount: row.recordCount,
    recordsExpected: row.recordsExpected ?? undefined,
    rawBytes: row.rawBytes,
    errorCount: row.errorCount,
    inputBytes: row.inputBytes,
    storedBytes: row.storedBytes,
    changesSince: row.changesSince ?? undefined,
    changeCursor: row.changeCursor ?? undefined,
    removedCount: row.removedCount,
    removedBytes: row.removedBytes,
    reason: row.reason ?? (stateOf(row) === row.state ? undefined : batchReason.notOnlyChanges),
    trace: row.trace ?? undefined,
  };
}

/** A worker of an earlier release makes a full batch where changes are asked for. Nobody may take it for changes. */
function stateOf({ state, changesSince, changeCursor }: StoredBatch): BatchState {
  const isMade = state === 'finished' || state === 'empty';
  return isMade && changesSince !== null && changeCursor === null ? 'failed' : state;
}
