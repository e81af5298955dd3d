import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A line about a product in a member's order master. An order-master line repeats some columns of its product, so that a single
 * index is enough to find the line.
 */
@Entity('catalog_line')
@Index('catalog_line_id', ['memberCode', 'catalogId'], { unique: true, where: "catalog_id <> ''" })
@Index('catalog_line_pair', ['memberCode', 'memberCodePartner', 'privateItemCode'])
export class CatalogLineEntity {
  @PrimaryColumn('bigint') productId!: number;
  @PrimaryColumn('integer') lineNo!: number;
  @Column(byteText) memberCode!: string;
  @Column(byteText) catalogId!: string;
  @Column(byteText) memberCodePartner!: string;
  @Column(byteText) memberCodeOrderTo!: string;
  @Column(byteText) foodCatLargeCode!: string;
  @Column(byteText) foodCatMiddleCode!: string;
  @Column(byteText) foodCatSmallCode!: string;
  @Column(byteText) statusCode!: string;
  @Column(byteText) shareFlg!: string;
  @Column(byteText) storeUnshareFlg!: string;
  @Column(byteText) viewActiveCode!: string;
  @Column(byteText) sellStopActiveCode!: string;
  @Column(byteText) itemDeletedCode!: string;
  @Column(byteText) leadTime!: string;
  @Column(byteText) updateDate!: string;
  @Column({ ...byteText, default: '' }) privateItemCode!: string;
}
