import { byteText } from '@trading-platform/database';
import { Entity, PrimaryColumn } from 'typeorm';

/** Two members that a product or a slip names together. Each pair of members has two rows, one for each direction. */
@Entity('member_pair')
export class MemberPairEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) memberCodePartner!: string;
}
