import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last number of a range that was taken. A lock on the row keeps others from the range. */
@Entity('number_range')
export class NumberRangeEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') lastValue!: number;
}
