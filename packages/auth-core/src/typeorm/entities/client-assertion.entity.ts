import { bytes, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UsedAssertion } from '../../client/assertion-store.js';

@Entity('auth_client_assertion')
@Index('auth_client_assertion_expiry', ['expiresAt'])
export class ClientAssertionEntity implements UsedAssertion {
  @PrimaryColumn({ ...bytes, name: 'assertion_hash' }) hash!: Uint8Array;
  @Column(epochMilliseconds) expiresAt!: number;
}
