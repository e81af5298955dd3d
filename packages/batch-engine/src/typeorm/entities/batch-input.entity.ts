import { bytes } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of the input of a batch, removed with it. */
@Entity('batch_input')
export class BatchInputEntity {
  @PrimaryColumn('bigint') batchId!: number;
  /** From 0. */
  @PrimaryColumn('integer') number!: number;
  @Column(bytes) data!: Uint8Array;
}
