import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An idempotency key whose request was answered with the batch of another request. The row of the key is removed together with
 * the batch to which the key is bound.
 */
@Entity('batch_key')
@Index('batch_key_batch', ['batchId'])
export class BatchKeyEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) clientId!: string;
  @PrimaryColumn(byteText) functionName!: string;
  @PrimaryColumn(byteText) idempotencyKey!: string;
  @Column('text') idempotencyDigest!: string;
  @Column('bigint') batchId!: number;
}
