import { bytes, rowNumber } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The rendered record of a slip, compressed by `packBody`. */
@Entity('slip_body')
export class SlipBodyEntity {
  @PrimaryColumn(rowNumber) slipId!: number;
  @Column(bytes) body!: Buffer;
}
