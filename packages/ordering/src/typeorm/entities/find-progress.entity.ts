import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The progress of `FindIndex` in following the changes of a member's slips or products. */
@Entity('find_progress')
export class FindProgressEntity {
  @PrimaryColumn(byteText) name!: 'trade' | 'master';
  @PrimaryColumn(byteText) memberCode!: string;
  /**
   * All rows with an earlier position were followed. Of the rows with this position, those up to `rowId` were followed.
   */
  @Column('bigint') position!: number;
  @Column('bigint') rowId!: number;
}
