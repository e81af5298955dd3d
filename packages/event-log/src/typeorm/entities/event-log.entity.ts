import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of the log. The table has one row. */
@Entity('event_log')
export class EventLogEntity {
  @PrimaryColumn(byteText) name!: string;
  /** The last position that an event has got. */
  @Column('bigint') position!: number;
  /** The last position whose event was removed. */
  @Column('bigint') removedTo!: number;
}
