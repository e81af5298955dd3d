import { bytes } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A segment on SQLite, in a file of its own. */
@Entity('segment')
export class SqliteSegmentEntity {
  @PrimaryColumn('integer') batchId!: number;
  @PrimaryColumn('integer') attempt!: number;
  @PrimaryColumn('integer') number!: number;
  @Column({ ...bytes, name: 'record_index' }) index!: Uint8Array;
  @Column('simple-json', { nullable: true }) receipts!: readonly string[] | null;
  /** Last, so that reading the other columns does not touch its pages. */
  @Column(bytes) data!: Uint8Array;
}

/** A segment on PostgreSQL, in the partition of the day on which its batch was requested. */
@Entity('batch_segment')
export class PostgresSegmentEntity {
  /** Since 1970-01-01. */
  @PrimaryColumn('integer') day!: number;
  @PrimaryColumn('bigint') batchId!: number;
  @PrimaryColumn('bigint') attempt!: number;
  @PrimaryColumn('integer') number!: number;
  @Column({ ...bytes, name: 'record_index' }) index!: Uint8Array;
  @Column('simple-json', { nullable: true }) receipts!: readonly string[] | null;
  @Column(bytes) data!: Uint8Array;
}
