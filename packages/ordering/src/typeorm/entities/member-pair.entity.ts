import { byteText } from '@trading-platform/database';
import { Entity, PrimaryColumn } from 'typeorm';

/** Two members that a product or a slip names together; each pair has a row in both directions. */
@Entity('member_pair')
export class MemberPairEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) memberCodePartner!: string;
}
