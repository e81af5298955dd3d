import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Reading } from '../../storage/batch-store.js';

/**
 * The records of a batch that one client has read for one of its users. The row is kept as long as anything is known
 * about the batch.
 */
@Entity('batch_reader')
export class BatchReaderEntity implements Reading {
  @PrimaryColumn('bigint') batchId!: number;
  @PrimaryColumn(byteText) clientId!: string;
  /** The id of the user, or an empty text for a client without a user. */
  @PrimaryColumn(byteText) userId!: string;
  @Column(epochMilliseconds) firstAt!: number;
  @Column(epochMilliseconds) lastAt!: number;
  @Column('bigint') seqFrom!: number;
  @Column('bigint') seqTo!: number;
  @Column('bigint') reads!: number;
}
