import { byteText } from '@trading-platform/database';
import { Entity, PrimaryColumn } from 'typeorm';

/** Which database this is. One row. */
@Entity('batch_identity')
export class BatchIdentityEntity {
  @PrimaryColumn(byteText) identity!: string;
}
