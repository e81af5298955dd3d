import { bytes, byteText, flag, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One side's view of a slip, with the columns that filters use. `SlipBodyEntity` contains the bytes of the view. */
@Entity('slip')
@Index('slip_key', ['tradeId', 'memberCodeSelf'], { unique: true })
@Index('slip_position', ['memberCodeSelf', 'position'])
@Index('slip_pair', ['memberCodeSelf', 'memberCodePartner', 'tradeId'])
@Index('slip_planned', ['memberCodeSelf', 'memberCodePartner', 'tradeId'], { where: "status_code = '10'" })
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
  /** The kind in the field `slip_kind`, even if the slip's status makes it a different kind. */
  @Column({ ...byteText, default: '' }) slipKind!: string;
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
  /** `yyyy-MM-dd HH:mm:ss`. */
  @Column({ ...byteText, default: '' }) updateDate!: string;
  @Column(byteText) updateDay!: string;
  @Column(byteText) statusDay!: string;
  @Column(byteText) orderDay!: string;
  @Column(byteText) plannedShippingDay!: string;
  @Column(byteText) shippingDay!: string;
  @Column(byteText) deliveryDay!: string;
  @Column(byteText) receiptDay!: string;
  @Column(byteText) sendDay!: string;
  @Column({ ...byteText, default: '' }) hopeDeliveryDate!: string;
  @Column({ ...byteText, default: '' }) tradeTotal!: string;
  /** The codes that filters search for, packed by `packCodes`. */
  @Column(byteText) partnerGroups!: string;
  @Column(byteText) itemIds!: string;
  @Column(byteText) privateItemIds!: string;
  @Column(byteText) catalogIds!: string;
  /** The version of the slip when this view last changed. The slip's version is the greatest version of its views (ADR 0017). */
  @Column('bigint') version!: number;
  /** The position of the last change of the view (ADR 0018). */
  @Column('bigint', { default: 0 }) position!: number;
  /** The version of the slip before order generation sent it, or null if order generation has not sent it. */
  @Column({ type: 'bigint', nullable: true }) sentFrom!: number | null;
  /**
   * The number of the import that last touched the view. If the last change of the view was not an import, the number is 0, or -1
   * if the last change was the removal of another view.
   */
  @Column('bigint') loadId!: number;
  @Column(bytes) digest!: Buffer;
  /**
   * The digest and the update date of the view, and the version of the slip, before the last import that touched the view. If the
   * last import added the view, the digest and the date are null. If the last import added the slip, the version is null.
   */
  @Column({ ...bytes, nullable: true }) formerDigest!: Buffer | null;
  @Column({ type: 'bigint', nullable: true }) formerVersion!: number | null;
  /** The column got its name when it contained only a day. Today the column contains a date and a time. */
  @Column({ ...byteText, nullable: true, name: 'former_update_day' }) formerUpdateDate!: string | null;
}
