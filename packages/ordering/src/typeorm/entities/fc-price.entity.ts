import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FcPriceRule } from '../../fc-price/fc-price-rule.js';

@Entity('fc_price')
export class FcPriceEntity implements FcPriceRule {
  /** Owner, store, line and category as one text (`scopeKey`). The price rules for a scope are found by this text. */
  @PrimaryColumn(byteText) scope!: string;
  @PrimaryColumn(byteText) validFrom!: string;
  @PrimaryColumn(byteText) dateBasis!: FcPriceRule['dateBasis'];
  @Column(byteText) fcOwnerMemberCode!: string;
  @Column(byteText) memberCodeStore!: string;
  @Column(byteText) catalogId!: string;
  @Column(byteText) foodCatLargeCode!: string;
  @Column(byteText) method!: FcPriceRule['method'];
  @Column(byteText) value!: string;
  @Column(byteText) rounding!: FcPriceRule['rounding'];
  @Column(byteText) validTo!: string;
}
