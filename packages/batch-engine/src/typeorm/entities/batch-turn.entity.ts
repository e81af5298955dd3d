import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The counts of a member's batches, and when it was served last. Triggers keep the counts. */
@Entity('batch_turn')
@Index('batch_turn_next', ['running', 'served', 'firstBatch'], { where: 'queued = 1' })
@Index('batch_turn_served', ['served'])
export class BatchTurnEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  /** Grows with each claim of any member; 0 before the first. */
  @Column('bigint') served!: number;
  @Column('bigint', { default: 0 }) waiting!: number;
  /** 1 while batches wait. An index on it changes less often than one on `waiting`. */
  @Column('smallint', { default: 0 }) queued!: number;
  @Column('bigint', { default: 0 }) running!: number;
  /** The id of its first batch. */
  @Column('bigint', { default: 0 }) firstBatch!: number;
  /** The bytes of all its batches. */
  @Column('bigint', { default: 0 }) storedBytes!: number;
}
