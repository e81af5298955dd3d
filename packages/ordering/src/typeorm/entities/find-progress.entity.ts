import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far `FindIndex` has followed the changes of a member's slips or products. */
@Entity('find_progress')
export class FindProgressEntity {
  @PrimaryColumn(byteText) name!: 'trade' | 'master';
  @PrimaryColumn(byteText) memberCode!: string;
  /** All rows up to this position, and at this position up to this row, were followed. */
  @Column('bigint') position!: number;
  @Column('bigint') rowId!: number;
}
