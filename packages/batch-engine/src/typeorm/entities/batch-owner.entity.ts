import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A client of a member, with the number of its waiting and running batches. Triggers update the number of unfinished batches. */
@Entity('batch_owner')
export class BatchOwnerEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) clientId!: string;
  @Column('bigint') unfinished!: number;
}
