import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One row of a trading setting between a seller and a buyer. A row without a buyer is a general row of the seller. */
@Entity('setting_row')
@Index('setting_row_buyer', ['memberCodeBuyer', 'memberCodeSeller'])
@Index('setting_row_member_code_order_to', ['memberCodeOrderTo'], { where: "member_code_order_to <> ''" })
export class SettingRowEntity {
  @PrimaryColumn(byteText) memberCodeSeller!: string;
  @PrimaryColumn(byteText) memberCodeBuyer!: string;
  @PrimaryColumn(byteText) kind!: string;
  @PrimaryColumn('integer') rowNo!: number;
  @Column(byteText) memberCodeOrderTo!: string;
  @Column(byteText) updateDate!: string;
  /** The row as JSON, with every field in the order of the contract. */
  @Column(bytes) body!: Buffer;
}
