import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SigningKeyState, StoredSigningKey } from '../../key/signing-key.js';
import { optional } from './optional.js';

/** Because of the indexes, there are never two active keys or two next keys. */
@Entity('auth_signing_key')
@Index('auth_signing_key_active', ['state'], { unique: true, where: "state = 'active'" })
@Index('auth_signing_key_next', ['state'], { unique: true, where: "state = 'next'" })
export class SigningKeyEntity implements StoredSigningKey {
  @PrimaryColumn(byteText) keyId!: string;
  @Column('text') state!: SigningKeyState;
  @Column('text') publicJwk!: string;
  @Column(bytes) sealedPrivateKey!: Uint8Array;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) publishedAt!: number;
  @Column(optional(epochMilliseconds)) activatedAt!: number | undefined;
  @Column(optional(epochMilliseconds)) retiredAt!: number | undefined;
}
