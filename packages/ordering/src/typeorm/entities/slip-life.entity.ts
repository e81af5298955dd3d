import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The data about a slip that neither side's view contains. A slip without such data has no row. Times have the form `yyyy-MM-dd
 * HH:mm:ss`, in Japanese time.
 *
 * @see SlipLife
 */
@Entity('slip_life')
export class SlipLifeEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @Column(byteText) changeUntil!: string;
  @Column(byteText) confirmedAt!: string;
  /** The prices of the order by `trade_prod_id`, as a JSON object. */
  @Column(byteText) orderPrices!: string;
  /** The returned quantities by `trade_prod_id`, as a JSON object. */
  @Column(byteText) returned!: string;
}
