import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A random number that each position got when it was taken: it proves that a cursor speaks of this database's past. */
@Entity('position_stamp')
export class PositionStampEntity {
  @PrimaryColumn(byteText) name!: string;
  @PrimaryColumn('bigint') position!: number;
  @Column('bigint') stamp!: number;
  @Column(epochMilliseconds) madeAt!: number;
}
