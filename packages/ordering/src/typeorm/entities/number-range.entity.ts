import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last number that was taken from a range of numbers. A lock on the row prevents others from taking numbers of the range. */
@Entity('number_range')
export class NumberRangeEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') lastValue!: number;
}
