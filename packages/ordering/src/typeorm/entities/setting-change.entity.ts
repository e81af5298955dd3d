import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last change of the rows of one kind between a seller and a buyer, even if no row is left. */
@Entity('setting_change')
export class SettingChangeEntity {
  @PrimaryColumn(byteText) kind!: string;
  @PrimaryColumn(byteText) memberCodeSeller!: string;
  @PrimaryColumn(byteText) memberCodeBuyer!: string;
  @Column('bigint') position!: number;
}
