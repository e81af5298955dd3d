import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The words by which people find a product. `FindIndex` follows the changes of products and writes the row afterwards. */
@Entity('find_product')
export class FindProductEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn('bigint') productId!: number;
  /** The names, specifications and codes of the product, as `findKey` makes them. */
  @Column(byteText) words!: string;
}
