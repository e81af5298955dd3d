import { byteText, epochMilliseconds, rowNumber } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Revocation } from '../../revocation/revocation.js';
import { optional } from './optional.js';

@Entity('auth_revocation')
@Index('auth_revocation_digest', ['digest'])
@Index('auth_revocation_time', ['revokedAt'])
export class RevocationEntity implements Revocation {
  @PrimaryGeneratedColumn('increment', rowNumber) position!: number;
  @Column(byteText) digest!: string;
  @Column(optional({ type: 'bigint' })) upToGeneration!: number | undefined;
  @Column(epochMilliseconds) revokedAt!: number;
}
