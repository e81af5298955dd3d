import { byteText, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The number by which people find a view of a slip. `FindIndex` follows the changes of slips and writes the row afterwards. */
@Entity('find_slip')
@Index('find_slip_number', ['memberCodeSelf', 'numberKey'])
export class FindSlipEntity {
  @PrimaryColumn(rowNumber) slipId!: number;
  @Column(byteText) memberCodeSelf!: string;
  /** The `check_number`, as `findKey` makes it. */
  @Column(byteText) numberKey!: string;
}
