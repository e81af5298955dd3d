import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PairChange } from '../../event/event.js';

/** Gathered changes of a pair, until they become one event. */
@Entity('event_mark')
@Index('event_mark_due', ['dueAt'])
export class EventMarkEntity {
  @PrimaryColumn(byteText) type!: PairChange['type'];
  @PrimaryColumn(byteText) kind!: string;
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) memberCodePartner!: string;
  @Column('bigint') count!: number;
  @Column(epochMilliseconds) dueAt!: number;
}
