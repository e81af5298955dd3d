import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of a removed view of a slip, which may exist again. */
@Entity('removed_view')
@Index('removed_view_position', ['memberCodeSelf', 'position'])
export class RemovedViewEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @PrimaryColumn(byteText) memberCodeSelf!: string;
  /** The change that removed it last. */
  @Column('bigint') position!: number;
}
