import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Session } from '../../session/session.js';
import { optional } from './optional.js';

@Entity('auth_session')
@Index('auth_session_expiry', ['expiresAt'])
@Index('auth_session_subject', ['subject'])
export class SessionEntity implements Session {
  @PrimaryColumn(bytes) sessionHash!: Uint8Array;
  @Column(byteText) subject!: string;
  @Column(epochMilliseconds) authenticatedAt!: number;
  @Column('bigint', { default: 1 }) userGeneration!: number;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) expiresAt!: number;
  @Column(optional({ type: 'text' })) browserName?: string | undefined;
  @Column(optional({ type: 'text' })) systemName?: string | undefined;
  @Column(optional(epochMilliseconds)) lastUsedAt?: number | undefined;
}
