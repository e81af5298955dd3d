import { byteText, epochMilliseconds, flag } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { StoredUser } from '../../user/user.js';
import { optional } from './optional.js';

@Entity('auth_user')
@Unique(['subject'])
@Index('auth_user_member', ['memberCode'])
export class UserEntity implements StoredUser {
  @PrimaryColumn(byteText) userId!: string;
  @Column(byteText) subject!: string;
  @Column(byteText) memberCode!: string;
  @Column('text') name!: string;
  @Column('text') email!: string;
  @Column('text') passwordHash!: string;
  @Column(epochMilliseconds) passwordChangedAt!: number;
  @Column(optional(epochMilliseconds)) secondFactorAt!: number | undefined;
  @Column({ ...flag, default: 0 }) secondFactorRequired!: boolean;
  @Column({ ...flag, default: 0 }) memberRequiresSecondFactor!: boolean;
  @Column(optional(epochMilliseconds)) disabledAt!: number | undefined;
  @Column('bigint', { default: 1 }) generation!: number;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) updatedAt!: number;
}
