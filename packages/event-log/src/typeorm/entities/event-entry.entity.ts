import { epochMilliseconds, rowNumber } from '@trading-platform/database';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** All that happened in one transaction, until its events have positions. */
@Entity('event_entry')
export class EventEntryEntity {
  @PrimaryGeneratedColumn('increment', rowNumber) id!: number;
  @Column(epochMilliseconds) at!: number;
  /** `Happened` as JSON text. */
  @Column('text') content!: string;
}
