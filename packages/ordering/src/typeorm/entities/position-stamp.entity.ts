import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The random number of each position. A cursor with a different random number for this position does not come from an earlier
 * state of this database.
 */
@Entity('position_stamp')
export class PositionStampEntity {
  @PrimaryColumn(byteText) name!: string;
  @PrimaryColumn('bigint') position!: number;
  @Column('bigint') stamp!: number;
  @Column(epochMilliseconds) madeAt!: number;
}
