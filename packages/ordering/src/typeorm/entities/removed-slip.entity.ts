import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The version of a slip when its last view was removed. If the slip returns, its versions go on from there. */
@Entity('removed_slip')
export class RemovedSlipEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @Column('bigint') version!: number;
}
