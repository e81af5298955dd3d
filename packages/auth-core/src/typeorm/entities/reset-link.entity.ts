import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ResetLink } from '../../user/reset-link.js';

/** A user has at most one link: a new one replaces it. */
@Entity('auth_reset_link')
@Unique(['linkHash'])
@Index('auth_reset_link_expiry', ['expiresAt'])
export class ResetLinkEntity implements ResetLink {
  @PrimaryColumn(byteText) subject!: string;
  @Column(bytes) linkHash!: Uint8Array;
  @Column('bigint') userGeneration!: number;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) expiresAt!: number;
}
