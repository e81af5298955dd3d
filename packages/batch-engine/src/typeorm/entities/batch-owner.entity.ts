import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A client of a member, and the number of its batches that wait or run. Triggers keep the count. */
@Entity('batch_owner')
export class BatchOwnerEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) clientId!: string;
  @Column('bigint') unfinished!: number;
}
