import { bytes, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UsedChallenge } from '../../factor/passkey.js';

@Entity('auth_passkey_challenge')
@Index('auth_passkey_challenge_expiry', ['expiresAt'])
export class PasskeyChallengeEntity implements UsedChallenge {
  @PrimaryColumn(bytes) challengeHash!: Uint8Array;
  @Column(epochMilliseconds) expiresAt!: number;
}
