import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The counts of a member's batches, and the time when the member was last served. Triggers update the counts. */
@Entity('batch_turn')
@Index('batch_turn_next', ['running', 'served', 'firstBatch'], { where: 'queued = 1' })
@Index('batch_turn_served', ['served'])
export class BatchTurnEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  /**
   * A number that increases each time a batch of any member is claimed. The number is 0 until the first batch of the member is
   * claimed.
   */
  @Column('bigint') served!: number;
  @Column('bigint', { default: 0 }) waiting!: number;
  /**
   * The value of `queued` is 1 while the member has waiting batches. An index on `queued` changes less often than an index on
   * `waiting` would.
   */
  @Column('smallint', { default: 0 }) queued!: number;
  @Column('bigint', { default: 0 }) running!: number;
  /** The number of the member's first batch. */
  @Column('bigint', { default: 0 }) firstBatch!: number;
  /** The total number of stored bytes of all batches of the member. */
  @Column('bigint', { default: 0 }) storedBytes!: number;
}
