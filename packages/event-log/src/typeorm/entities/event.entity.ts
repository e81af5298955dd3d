import { byteText, epochMilliseconds, rowNumber } from '@trading-platform/database';
import type { EventType } from '@trading-platform/domain-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event with its position. Rows are only added and, when they are old, removed. */
@Entity('event')
@Index('event_member', ['memberCode', 'sequence'])
@Index('event_occurrence', ['occurrence'], { unique: true, where: 'occurrence IS NOT NULL' })
export class EventEntity {
  @PrimaryColumn(rowNumber) sequence!: number;
  @Column(byteText) id!: string;
  @Column(byteText) type!: EventType;
  @Column(epochMilliseconds) at!: number;
  @Column(byteText) memberCode!: string;
  @Column(byteText) clientId!: string;
  /** `EventData` as JSON text. */
  @Column('text') data!: string;
  /** @see Happening.occurrence */
  @Column({ ...byteText, nullable: true }) occurrence!: string | null;
}
