import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeviceCode } from '../../device/device-code.js';
import { optional } from './optional.js';

@Entity('auth_device_code')
@Index('auth_device_code_user_code', ['userCodeHash'], { unique: true })
@Index('auth_device_code_client', ['clientId'])
@Index('auth_device_code_expiry', ['expiresAt'])
export class DeviceCodeEntity implements DeviceCode {
  @PrimaryColumn(bytes) deviceHash!: Uint8Array;
  @Column(bytes) userCodeHash!: Uint8Array;
  @Column(byteText) clientId!: string;
  @Column('text') scope!: string;
  @Column('text') address!: string;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) expiresAt!: number;
  @Column('integer') intervalSeconds!: number;
  @Column(optional(epochMilliseconds)) polledAt!: number | undefined;
  @Column(optional(epochMilliseconds)) decidedAt!: number | undefined;
  @Column(optional(byteText)) subject!: string | undefined;
  @Column('simple-json') rights!: readonly Right[];
  @Column(optional(epochMilliseconds)) authenticatedAt!: number | undefined;
  @Column(optional({ type: 'bigint' })) userGeneration!: number | undefined;
  @Column(optional(epochMilliseconds)) usedAt!: number | undefined;
  @Column(optional(byteText)) grantId!: string | undefined;
}
