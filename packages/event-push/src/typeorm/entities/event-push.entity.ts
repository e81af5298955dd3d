import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How far the events have been pushed to an endpoint, and the process that pushes them. */
@Entity('event_push')
@Index('event_push_owner', ['leaseOwner'])
export class EventPushEntity {
  @PrimaryColumn(byteText) endpointId!: string;
  /** A cursor of the log. */
  @Column('text') cursor!: string;
  /** The process that has the lease. The lease counts only while that process is alive. */
  @Column(byteText) leaseOwner!: string;
  @Column('bigint') leaseToken!: number;
  @Column({ ...epochMilliseconds, nullable: true }) failingSince!: number | null;
}
