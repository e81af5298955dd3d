import { bytes } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of the input of a batch. The input is removed together with its batch. */
@Entity('batch_input')
export class BatchInputEntity {
  @PrimaryColumn('bigint') batchId!: number;
  /** The number of the piece, counted from 0. */
  @PrimaryColumn('integer') number!: number;
  @Column(bytes) data!: Uint8Array;
}
