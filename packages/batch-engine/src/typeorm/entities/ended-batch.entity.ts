import { byteText, epochMilliseconds, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Batch } from '../../batch/batch.js';
import type { BatchState } from '../../batch/batch-state.js';
import { keptCriteriaLength } from '../../storage/batch-store.js';
import type { BatchEntity } from './batch.entity.js';
import { toBatch } from './to-batch.js';

/**
 * The facts that are kept about a removed batch, for calls that ask for expired batches. These facts are deleted when
 * their own retention time has passed.
 */
@Entity('ended_batch')
@Index('ended_batch_member', ['memberCode', 'id'])
@Index('ended_batch_forgotten', ['forgottenAt'])
export class EndedBatchEntity {
  @PrimaryColumn(rowNumber) id!: number;
  @Column(byteText) functionName!: string;
  @Column(byteText) memberCode!: string;
  @Column(byteText) clientId!: string;
  @Column({ ...byteText, nullable: true }) userId!: string | null;
  @Column(byteText) state!: BatchState;
  @Column('bigint') attempt!: number;
  @Column(epochMilliseconds) requestedAt!: number;
  @Column({ ...epochMilliseconds, nullable: true }) startedAt!: number | null;
  @Column({ ...epochMilliseconds, nullable: true }) endedAt!: number | null;
  @Column({ ...epochMilliseconds, nullable: true }) snapshotAt!: number | null;
  @Column(epochMilliseconds) expiresAt!: number;
  @Column('bigint') recordCount!: number;
  @Column('bigint') rawBytes!: number;
  @Column('bigint') storedBytes!: number;
  @Column('bigint') errorCount!: number;
  @Column('text', { nullable: true }) changesSince!: string | null;
  @Column('text', { nullable: true }) changeCursor!: string | null;
  @Column('bigint') removedCount!: number;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column(epochMilliseconds) forgottenAt!: number;
  @Column({ ...epochMilliseconds, nullable: true }) lastReadAt!: number | null;
  /** The criteria as JSON text, or null if they are longer than `keptCriteriaLength`. */
  @Column('text', { nullable: true }) criteria!: string | null;
}

/** @param forgottenAt epoch milliseconds */
export function rowToKeep(row: BatchEntity, forgottenAt: number): EndedBatchEntity {
  return {
    id: row.id,
    functionName: row.functionName,
    memberCode: row.memberCode,
    clientId: row.clientId,
    userId: row.userId,
    state: row.state,
    attempt: row.attempt,
    requestedAt: row.requestedAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    snapshotAt: row.snapshotAt,
    expiresAt: row.expiresAt!,
    recordCount: row.recordCount,
    rawBytes: row.rawBytes,
    storedBytes: row.storedBytes,
    errorCount: row.errorCount,
    changesSince: row.changesSince,
    changeCursor: row.changeCursor,
    removedCount: row.removedCount,
    reason: row.reason,
    forgottenAt,
    lastReadAt: row.lastReadAt,
    criteria: row.criteria.length > keptCriteriaLength ? null : row.criteria,
  };
}

/** Makes a batch from a row about a removed batch. Properties that only a batch with records needs are not set. */
export function keptBatch({ forgottenAt: _, ...row }: EndedBatchEntity): Batch {
  return toBatch({
    ...row,
    failures: 0,
    notBefore: 0,
    leaseOwner: null,
    leaseUntil: null,
    recordsExpected: null,
    inputBytes: 0,
    removedBytes: 0,
    trace: null,
  });
}
