import { bytes } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A segment on SQLite, which is in a separate file. */
@Entity('segment')
export class SqliteSegmentEntity {
  @PrimaryColumn('integer') batchId!: number;
  @PrimaryColumn('integer') attempt!: number;
  @PrimaryColumn('integer') number!: number;
  @Column({ ...bytes, name: 'record_index' }) index!: Uint8Array;
  @Column('simple-json', { nullable: true }) receipts!: readonly string[] | null;
  /** The data are in the last column, so that the other columns can be read without the pages of the data. */
  @Column(bytes) data!: Uint8Array;
}

/** A segment on PostgreSQL. The segment is stored in the partition for the day on which its batch was requested. */
@Entity('batch_segment')
export class PostgresSegmentEntity {
  /** The day as the number of days since 1970-01-01. */
  @PrimaryColumn('integer') day!: number;
  @PrimaryColumn('bigint') batchId!: number;
  @PrimaryColumn('bigint') attempt!: number;
  @PrimaryColumn('integer') number!: number;
  @Column({ ...bytes, name: 'record_index' }) index!: Uint8Array;
  @Column('simple-json', { nullable: true }) receipts!: readonly string[] | null;
  @Column(bytes) data!: Uint8Array;
}
