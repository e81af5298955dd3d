import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Authenticator } from '../../factor/second-factor.js';

@Entity('auth_authenticator')
export class AuthenticatorEntity implements Authenticator {
  @PrimaryColumn(byteText) subject!: string;
  @Column(bytes) sealedSecret!: Uint8Array;
  @Column('bigint') lastStep!: number;
  @Column(epochMilliseconds) createdAt!: number;
}
