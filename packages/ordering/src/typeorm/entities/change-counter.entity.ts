import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a kind of data was changed. */
@Entity('change_counter')
export class ChangeCounterEntity {
  @PrimaryColumn(byteText) name!: string;
  @Column('bigint') value!: number;
  /** The last position. It lags behind `value` by the changes without a position (ADR 0018). */
  @Column('bigint', { default: 0 }) position!: number;
}
