import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The order that belongs to an `upload_no` of a member. The row remains after the upload and the slip have been removed. */
@Entity('upload_number')
@Index('upload_number_trade_id', ['tradeId', 'memberCode'])
export class UploadNumberEntity {
  /** The member that owns the number. */
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) uploadNo!: string;
  /** @see orderDigest */
  @Column(bytes) digest!: Buffer;
  @Column(byteText) tradeId!: string;
  @Column(byteText) checkNumber!: string;
  @Column(byteText) memberCodeBuyer!: string;
}
