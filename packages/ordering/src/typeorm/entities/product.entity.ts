import { bytes, byteText, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('product')
@Index('product_key', ['memberCode', 'memberCodePartner', 'itemId'], { unique: true })
@Index('product_position', ['memberCode', 'position'])
@Index('product_member_code_order_to', ['memberCodeOrderTo'], { where: "member_code_order_to <> ''" })
export class ProductEntity {
  @PrimaryColumn(rowNumber) id!: number;
  @Column(byteText) memberCode!: string;
  @Column(byteText) memberCodePartner!: string;
  @Column(byteText) itemId!: string;
  @Column(byteText) groupCode!: string;
  @Column(byteText) customerCode!: string;
  @Column({ ...byteText, default: '' }) memberCodeOrderTo!: string;
  /** The position of the last change of the product (ADR 0018). */
  @Column('bigint', { default: 0 }) position!: number;
  /** The number of the import that last touched the product. */
  @Column('bigint') loadId!: number;
  @Column(bytes) digest!: Buffer;
  /** The digest of the product before the last import that touched it, or null if that import added the product. */
  @Column({ ...bytes, nullable: true }) formerDigest!: Buffer | null;
  /** The rendered record. The rendered record is compressed by `packBody` on PostgreSQL. */
  @Column(bytes) body!: Buffer;
}
