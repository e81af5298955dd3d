import { bytes, byteText, flag, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One side's view of a slip: what filters read. Its bytes are a `SlipBodyEntity`. */
@Entity('slip')
@Index('slip_key', ['tradeId', 'memberCodeSelf'], { unique: true })
@Index('slip_pair', ['memberCodeSelf', 'memberCodePartner'])
@Index('slip_fc_owner_member_code', ['fcOwnerMemberCode'], { where: "fc_owner_member_code <> ''" })
@Index('slip_by_update_day', ['memberCodeSelf', 'updateDay', 'tradeId'], { where: "update_day <> ''" })
@Index('slip_by_status_day', ['memberCodeSelf', 'statusDay', 'tradeId'], { where: "status_day <> ''" })
@Index('slip_by_order_day', ['memberCodeSelf', 'orderDay', 'tradeId'], { where: "order_day <> ''" })
@Index('slip_by_planned_shipping_day', ['memberCodeSelf', 'plannedShippingDay', 'tradeId'], {
  where: "planned_shipping_day <> ''",
})
@Index('slip_by_shipping_day', ['memberCodeSelf', 'shippingDay', 'tradeId'], { where: "shipping_day <> ''" })
@Index('slip_by_delivery_day', ['memberCodeSelf', 'deliveryDay', 'tradeId'], { where: "delivery_day <> ''" })
@Index('slip_by_receipt_day', ['memberCodeSelf', 'receiptDay', 'tradeId'], { where: "receipt_day <> ''" })
@Index('slip_by_send_day', ['memberCodeSelf', 'sendDay', 'tradeId'], { where: "send_day <> ''" })
export class SlipEntity {
  @PrimaryColumn(rowNumber) id!: number;
  @Column(byteText) tradeId!: string;
  @Column(byteText) memberCodeSelf!: string;
  @Column(byteText) memberCodePartner!: string;
  @Column(byteText) statusCode!: string;
  @Column(byteText) kind!: string;
  @Column(byteText) customerCode!: string;
  @Column(byteText) groupCode!: string;
  @Column(byteText) selfGroupCode!: string;
  @Column(byteText) fcOwnerMemberCode!: string;
  @Column(byteText) fcOwnerCode!: string;
  @Column(byteText) deliveryPlaceId!: string;
  @Column(byteText) useAcSvc!: string;
  @Column(byteText) perusalFlg!: string;
  @Column(flag) hasComment!: boolean;
  @Column(flag) isModified!: boolean;
  @Column(flag) isResent!: boolean;
  @Column(byteText) updateDay!: string;
  @Column(byteText) statusDay!: string;
  @Column(byteText) orderDay!: string;
  @Column(byteText) plannedShippingDay!: string;
  @Column(byteText) shippingDay!: string;
  @Column(byteText) deliveryDay!: string;
  @Column(byteText) receiptDay!: string;
  @Column(byteText) sendDay!: string;
  /** Codes that filters look for; `packCodes` makes them. */
  @Column(byteText) partnerGroups!: string;
  @Column(byteText) itemIds!: string;
  @Column(byteText) privateItemIds!: string;
  @Column(byteText) catalogIds!: string;
  @Column('bigint') version!: number;
  /** The load that touched the slip last. */
  @Column('bigint') loadId!: number;
  @Column(bytes) digest!: Buffer;
  /** Digest, version and day before that load; null if the load added the slip. */
  @Column({ ...bytes, nullable: true }) formerDigest!: Buffer | null;
  @Column({ type: 'bigint', nullable: true }) formerVersion!: number | null;
  @Column({ ...byteText, nullable: true }) formerUpdateDay!: string | null;
}
