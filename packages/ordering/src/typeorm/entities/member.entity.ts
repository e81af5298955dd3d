import { byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Member } from '../../member/member.js';

@Entity('member')
@Index('member_head_office', ['headOfficeMemberCode'])
@Index('member_fc_owner', ['fcOwnerMemberCode'])
@Index('member_group', ['memberGroupCode'])
export class MemberEntity implements Member {
  @PrimaryColumn(byteText) memberCode!: string;
  @Column(byteText) memberName!: string;
  @Column(byteText) groupCode!: string;
  @Column(byteText) groupName!: string;
  @Column(byteText) memberGroupCode!: string;
  @Column(byteText) headOfficeMemberCode!: string;
  @Column(byteText) fcOwnerMemberCode!: string;
  @Column(byteText) fcOwnerCode!: string;
  @Column(byteText) taxCalcMethod!: string;
  @Column(byteText) belowDecPoint!: string;
  @Column(byteText) invoiceMemberKbn!: string;
  @Column(byteText) invoiceRegNo!: string;
}
