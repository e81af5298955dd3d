import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Passkey } from '../../factor/passkey.js';
import { optional } from './optional.js';

@Entity('auth_passkey')
@Index('auth_passkey_subject', ['subject'])
export class PasskeyEntity implements Passkey {
  @PrimaryColumn(byteText) credentialId!: string;
  @Column(byteText) subject!: string;
  @Column('text') name!: string;
  @Column(bytes) publicKey!: Uint8Array;
  @Column('bigint') counter!: number;
  @Column('simple-json') transports!: readonly string[];
  @Column(epochMilliseconds) createdAt!: number;
  @Column(optional(epochMilliseconds)) lastUsedAt!: number | undefined;
}
