import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that pushes events. */
@Entity('event_pusher')
export class EventPusherEntity {
  @PrimaryColumn(byteText) workerId!: string;
  @Column(epochMilliseconds) aliveUntil!: number;
}
