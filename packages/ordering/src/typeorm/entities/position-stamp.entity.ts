import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The random number of each position. The random number shows whether a cursor comes from an earlier state of this database. */
@Entity('position_stamp')
export class PositionStampEntity {
  @PrimaryColumn(byteText) name!: string;
  @PrimaryColumn('bigint') position!: number;
  @Column('bigint') stamp!: number;
  @Column(epochMilliseconds) madeAt!: number;
}
