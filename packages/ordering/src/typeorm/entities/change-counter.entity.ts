import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a kind of data was changed. */
@Entity('change_counter')
export class ChangeCounterEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') value!: number;
  /** The last position; behind `value` by what was changed without one (ADR 0018). */
  @Column('bigint', { default: 0 }) position!: number;
}
