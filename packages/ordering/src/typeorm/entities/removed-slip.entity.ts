import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The version that a slip had when its last view was removed. If a removed slip is added again, its versions continue from this
 * number.
 */
@Entity('removed_slip')
export class RemovedSlipEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @Column('bigint') version!: number;
}
