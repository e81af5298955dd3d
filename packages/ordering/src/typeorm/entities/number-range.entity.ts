import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The last number that was taken from a range of numbers. While a transaction has locked this row, no other transaction can take
 * numbers from the range.
 */
@Entity('number_range')
export class NumberRangeEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') lastValue!: number;
}
