import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of a product that was removed. A product with the same key may have been added again. */
@Entity('removed_product')
@Index('removed_product_position', ['memberCode', 'position'])
export class RemovedProductEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) memberCodePartner!: string;
  @PrimaryColumn(byteText) itemId!: string;
  /** The position of the last change that removed the product. */
  @Column('bigint') position!: number;
}
