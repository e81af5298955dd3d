import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A line about a product in a member's own product master. */
@Entity('buy_line')
export class BuyLineEntity {
  @PrimaryColumn('bigint') productId!: number;
  @PrimaryColumn('integer') lineNo!: number;
  @Column(byteText) stockClass!: string;
  @Column(byteText) updateDate!: string;
}
