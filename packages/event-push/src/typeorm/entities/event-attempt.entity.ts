import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EventAttempt } from '../../endpoint/event-attempt.js';

/** One attempt to push an event. The newest of each endpoint are kept. */
@Entity('event_attempt')
export class EventAttemptEntity implements EventAttempt {
  @PrimaryColumn(byteText) endpointId!: string;
  @PrimaryColumn(byteText) attemptId!: string;
  @Column(byteText) eventId!: string;
  @Column(byteText) eventType!: string;
  @Column(epochMilliseconds) at!: number;
  @Column('bigint') status!: number;
  @Column('bigint') latencyMs!: number;
  @Column('text') error!: string;
  @Column('text') answer!: string;
  @Column({ ...epochMilliseconds, nullable: true }) nextAt!: number | null;
}
