import { byteText, epochMilliseconds, flag, rowNumber } from '@trading-platform/database';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { BatchState } from '../../batch/batch-state.js';

/** A batch. `Batch` explains the meaning of the columns. Triggers count the rows in `batch_turn` and `batch_owner`. */
@Entity('batch')
@Check('batch_state_check', "state IN ('waiting', 'processing', 'finished', 'empty', 'cancelled', 'failed')")
@Index('batch_waiting', ['memberCode', 'id', 'notBefore', 'functionName'], { where: "state = 'waiting'" })
@Index('batch_oldest', ['id'], { where: "state = 'waiting'" })
@Index('batch_processing', ['memberCode'], { where: "state = 'processing'" })
@Index('batch_owned', ['memberCode', 'clientId', 'id'])
@Index('batch_ended', ['memberCode', 'clientId', 'endedAt'], { where: 'ended_at IS NOT NULL' })
@Index('batch_expiring', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
@Index('batch_untold', ['endedAt'], { where: 'ended_at IS NOT NULL AND end_told = 0' })
@Index('batch_reusable', ['memberCode', 'clientId', 'functionName', 'selection', 'snapshotAt'], {
  where: 'selection IS NOT NULL',
})
@Index('batch_idempotency', ['memberCode', 'clientId', 'functionName', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class BatchEntity {
  @PrimaryColumn(rowNumber) id!: number;
  @Column(byteText) functionName!: string;
  @Column(byteText) memberCode!: string;
  @Column(byteText) clientId!: string;
  @Column({ ...byteText, nullable: true }) userId!: string | null;
  /** The criteria as JSON text. */
  @Column('text') criteria!: string;
  @Column(byteText) state!: BatchState;
  @Column('bigint', { default: 0 }) attempt!: number;
  @Column('bigint', { default: 0 }) failures!: number;
  @Column(epochMilliseconds) requestedAt!: number;
  @Column(epochMilliseconds) notBefore!: number;
  @Column({ ...epochMilliseconds, nullable: true }) startedAt!: number | null;
  @Column({ ...epochMilliseconds, nullable: true }) endedAt!: number | null;
  @Column({ ...epochMilliseconds, nullable: true }) snapshotAt!: number | null;
  @Column({ ...epochMilliseconds, nullable: true }) expiresAt!: number | null;
  /** The time until which a caller may still be reading the data, although the batch has expired. */
  @Column({ ...epochMilliseconds, nullable: true }) readingUntil!: number | null;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  @Column({ ...epochMilliseconds, nullable: true }) leaseUntil!: number | null;
  @Column('bigint', { default: 0 }) recordCount!: number;
  @Column('bigint', { nullable: true }) recordsExpected!: number | null;
  @Column('bigint', { default: 0 }) rawBytes!: number;
  @Column('bigint', { default: 0 }) storedBytes!: number;
  @Column('bigint', { default: 0 }) errorCount!: number;
  @Column('bigint', { default: 0 }) inputBytes!: number;
  @Column('text', { nullable: true }) changesSince!: string | null;
  @Column('text', { nullable: true }) changeCursor!: string | null;
  @Column('bigint', { default: 0 }) removedCount!: number;
  @Column('bigint', { default: 0 }) removedBytes!: number;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column({ ...byteText, nullable: true }) idempotencyKey!: string | null;
  @Column('text', { nullable: true }) idempotencyDigest!: string | null;
  /** A digest of the selection. The digest is set only if the batch may answer another request. */
  @Column({ ...byteText, nullable: true }) selection!: string | null;
  @Column('text', { nullable: true }) trace!: string | null;
  @Column({ ...epochMilliseconds, nullable: true }) lastReadAt!: number | null;
  /** Whether the end of the batch has been reported to the event log. */
  @Column({ ...flag, default: 0 }) endTold!: boolean;
}
