import { byteText } from '@trading-platform/database';
import { Entity, PrimaryColumn } from 'typeorm';

/** The identity of this database. The table of the identity has only one row. */
@Entity('batch_identity')
export class BatchIdentityEntity {
  @PrimaryColumn(byteText) identity!: string;
}
