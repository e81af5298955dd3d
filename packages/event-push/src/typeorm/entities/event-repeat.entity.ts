import { byteText, epochMilliseconds } from '@trading-platform/database';
import type { EventType } from '@trading-platform/domain-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Repeat } from '../../delivery/push-store.js';

/** A message that has failed and is pushed again. */
@Entity('event_repeat')
@Index('event_repeat_due', ['endpointId', 'dueAt'])
export class EventRepeatEntity implements Repeat {
  @PrimaryColumn(byteText) endpointId!: string;
  @PrimaryColumn(byteText) eventId!: string;
  @Column(byteText) eventType!: EventType;
  @Column(byteText) memberCode!: string;
  @Column(byteText) clientId!: string;
  @Column('text') body!: string;
  @Column('bigint') failures!: number;
  @Column(epochMilliseconds) firstFailedAt!: number;
  @Column(epochMilliseconds) dueAt!: number;
}
