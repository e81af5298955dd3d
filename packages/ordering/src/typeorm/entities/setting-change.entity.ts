import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The last change to the rows of one kind of setting between a seller and a buyer. The position of the last change is kept even
 * if no row is left.
 */
@Entity('setting_change')
export class SettingChangeEntity {
  @PrimaryColumn(byteText) kind!: string;
  @PrimaryColumn(byteText) memberCodeSeller!: string;
  @PrimaryColumn(byteText) memberCodeBuyer!: string;
  @Column('bigint') position!: number;
}
