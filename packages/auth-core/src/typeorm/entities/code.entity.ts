import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuthorizationCode } from '../../grant/authorization-code.js';
import { formerly } from './formerly.js';
import { optional } from './optional.js';

@Entity('auth_code')
@Index('auth_code_expiry', ['expiresAt'])
export class CodeEntity implements AuthorizationCode {
  @PrimaryColumn(bytes) codeHash!: Uint8Array;
  @Column(byteText) grantId!: string;
  @Column(byteText) clientId!: string;
  @Column(byteText) subject!: string;
  @Column('text') redirectUri!: string;
  @Column('text') scope!: string;
  @Column(formerly) rights!: readonly Right[];
  @Column(optional({ type: 'text' })) codeChallenge!: string | undefined;
  @Column(optional({ type: 'text' })) nonce!: string | undefined;
  @Column(epochMilliseconds) authenticatedAt!: number;
  @Column('bigint', { default: 1 }) userGeneration!: number;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) expiresAt!: number;
  @Column(optional(epochMilliseconds)) usedAt!: number | undefined;
}
