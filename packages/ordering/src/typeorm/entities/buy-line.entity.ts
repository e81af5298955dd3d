import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A line of a member's own product master, of a product. */
@Entity('buy_line')
export class BuyLineEntity {
  @PrimaryColumn('bigint') productId!: number;
  @PrimaryColumn('integer') lineNo!: number;
  @Column(byteText) stockClass!: string;
  @Column(byteText) updateDate!: string;
}
