import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts the changes of a kind of data. */
@Entity('change_counter')
export class ChangeCounterEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') value!: number;
  /**
   * The position of the last change. The position is equal to `value` minus the number of changes that have no position (ADR
   * 0018).
   */
  @Column('bigint', { default: 0 }) position!: number;
}
