import { bytes, byteText, epochMilliseconds, flag } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StoredClient } from '../../client/client.js';
import { formerly } from './formerly.js';
import { optional } from './optional.js';

@Entity('auth_client')
export class ClientEntity implements StoredClient {
  @PrimaryColumn(byteText) clientId!: string;
  @Column('text') name!: string;
  @Column('simple-json') redirectUris!: readonly string[];
  @Column(flag) codeFlow!: boolean;
  @Column(flag) credentialsFlow!: boolean;
  @Column(flag) pkceRequired!: boolean;
  @Column(flag) openid!: boolean;
  @Column({ ...flag, default: 0 }) memberWide!: boolean;
  @Column({ ...flag, default: 0 }) account!: boolean;
  @Column({ ...flag, default: 0 }) passwordSuffices!: boolean;
  @Column({ ...flag, default: 0 }) deviceFlow!: boolean;
  @Column(formerly) rights!: readonly Right[];
  @Column(optional(byteText)) memberCode!: string | undefined;
  @Column(optional({ type: 'text' })) jwks!: string | undefined;
  @Column(optional({ type: 'text' })) jwksUri!: string | undefined;
  @Column({ ...flag, default: 0 }) keysRequired!: boolean;
  @Column(bytes) secretHash!: Uint8Array;
  @Column(optional({ type: 'text' })) secretKeyId!: string | undefined;
  @Column(epochMilliseconds) secretCreatedAt!: number;
  @Column(optional(bytes)) previousSecretHash!: Uint8Array | undefined;
  @Column(optional({ type: 'text' })) previousSecretKeyId!: string | undefined;
  @Column(optional(epochMilliseconds)) previousSecretEndsAt!: number | undefined;
  @Column(optional(epochMilliseconds)) disabledAt!: number | undefined;
  @Column('bigint', { default: 1 }) generation!: number;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) updatedAt!: number;
}
