import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last number that was taken from a range of numbers. Only a transaction that locks this row can take numbers. */
@Entity('number_range')
export class NumberRangeEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') lastValue!: number;
}
