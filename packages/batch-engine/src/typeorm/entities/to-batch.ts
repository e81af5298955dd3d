import type { Batch } from '../../batch/batch.js';
import type { BatchEntity } from './batch.entity.js';

/** Columns that are used only by SQL statements. */
type Inner = 'readingUntil' | 'idempotencyKey' | 'idempotencyDigest' | 'selection' | 'endTold';

/** The row of an existing or a removed batch. */
type StoredBatch = Omit<BatchEntity, Inner | 'criteria'> & { readonly criteria: string | null };

/** The criteria are parsed only when they are used, because check and get calls do not need them. */
export function toBatch(row: StoredBatch): Batch {
  return {
    id: row.id,
    functionName: row.functionName,
    memberCode: row.memberCode,
    clientId: row.clientId,
    userId: row.userId ?? undefined,
    get criteria(): unknown {
      return row.criteria === null ? undefined : JSON.parse(row.criteria);
    },
    state: row.state,
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
    reason: row.reason ?? undefined,
    trace: row.trace ?? undefined,
  };
}
