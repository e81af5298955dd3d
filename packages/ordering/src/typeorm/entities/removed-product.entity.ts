import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of a removed product, which may exist again. */
@Entity('removed_product')
@Index('removed_product_position', ['memberCode', 'position'])
export class RemovedProductEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) memberCodePartner!: string;
  @PrimaryColumn(byteText) itemId!: string;
  /** The change that removed it last. */
  @Column('bigint') position!: number;
}
