import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The key of a view of a slip that was removed. A view with the same key may have been added again. */
@Entity('removed_view')
@Index('removed_view_position', ['memberCodeSelf', 'position'])
export class RemovedViewEntity {
  @PrimaryColumn(byteText) tradeId!: string;
  @PrimaryColumn(byteText) memberCodeSelf!: string;
  /** The position of the last change that removed the view. */
  @Column('bigint') position!: number;
}
