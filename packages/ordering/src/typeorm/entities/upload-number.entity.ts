import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an `upload_no` of a member stands for. A row is never removed: it outlives upload and slip. */
@Entity('upload_number')
@Index('upload_number_trade_id', ['tradeId', 'memberCode'])
export class UploadNumberEntity {
  /** Whose number it is. */
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) uploadNo!: string;
  /** @see orderDigest */
  @Column(bytes) digest!: Buffer;
  @Column(byteText) tradeId!: string;
  @Column(byteText) checkNumber!: string;
  @Column(byteText) memberCodeBuyer!: string;
}
