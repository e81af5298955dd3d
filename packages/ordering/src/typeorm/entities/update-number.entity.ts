import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The result of the update that belongs to an `update_no` of a member. The row remains after the slip has been removed. */
@Entity('update_number')
@Index('update_number_trade_id', ['tradeId', 'memberCode'])
export class UpdateNumberEntity {
  /** The member that owns the number. */
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) updateNo!: string;
  /** @see updateDigest */
  @Column(bytes) digest!: Buffer;
  @Column(byteText) tradeId!: string;
  @Column(byteText) statusCode!: string;
  /** The version of the slip after the update. */
  @Column('bigint') version!: number;
  /** The slip that the update made, or `""`. */
  @Column(byteText) newTradeId!: string;
  @Column(byteText) newCheckNumber!: string;
  @Column({ type: 'bigint', nullable: true }) newVersion!: number | null;
}
