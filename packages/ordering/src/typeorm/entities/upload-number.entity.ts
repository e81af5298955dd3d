import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The order of an `upload_no` of a member. A row outlives upload and slip. */
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
