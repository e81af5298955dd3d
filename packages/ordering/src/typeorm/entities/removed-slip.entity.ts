import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The version that a slip had when its last view was removed: should it come back, its versions go on from there. */
@Entity('removed_slip')
export class RemovedSlipEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @Column('bigint') version!: number;
}
