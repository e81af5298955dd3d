import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { GrantEndReason, GrantFlow, StoredGrant } from '../../grant/grant.js';
import { formerly } from './formerly.js';
import { optional } from './optional.js';

@Entity('auth_grant')
@Index('auth_grant_subject', ['subject'])
@Index('auth_grant_client', ['clientId'])
@Index('auth_grant_expiry', ['refreshExpiresAt'])
@Index('auth_grant_end', ['endedAt'], { where: 'ended_at IS NOT NULL' })
@Index('auth_grant_answer', ['replacedAt'], { where: 'sealed_answer IS NOT NULL' })
export class GrantEntity implements StoredGrant {
  @PrimaryColumn(byteText) grantId!: string;
  @Column(byteText) clientId!: string;
  @Column(byteText) subject!: string;
  @Column('text') flow!: GrantFlow;
  @Column('text') scope!: string;
  @Column(formerly) rights!: readonly Right[];
  @Column(epochMilliseconds) authenticatedAt!: number;
  @Column(epochMilliseconds) startedAt!: number;
  @Column(epochMilliseconds) renewedAt!: number;
  @Column(bytes) refreshHash!: Uint8Array;
  @Column(optional({ type: 'text' })) refreshKeyId!: string | undefined;
  @Column(epochMilliseconds) refreshExpiresAt!: number;
  @Column(optional(bytes)) replacedHash!: Uint8Array | undefined;
  @Column(optional(epochMilliseconds)) replacedAt!: number | undefined;
  @Column(optional(bytes)) sealedAnswer!: Uint8Array | undefined;
  @Column(optional(epochMilliseconds)) endedAt!: number | undefined;
  @Column(optional({ type: 'text' })) endReason!: GrantEndReason | undefined;
}
