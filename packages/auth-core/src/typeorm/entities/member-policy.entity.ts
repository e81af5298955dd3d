import { byteText, epochMilliseconds, flag } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member requires of all its users. The row is also the lock between a change and a new user of the member. */
@Entity('auth_member_policy')
export class MemberPolicyEntity {
  @PrimaryColumn(byteText) memberCode!: string;
  @Column(flag) secondFactorRequired!: boolean;
  @Column(epochMilliseconds) updatedAt!: number;
}
