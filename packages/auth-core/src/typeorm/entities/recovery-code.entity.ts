import { bytes, byteText } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A recovery code that has not been used. */
@Entity('auth_recovery_code')
@Index('auth_recovery_code_subject', ['subject'])
export class RecoveryCodeEntity {
  @PrimaryColumn(bytes) codeHash!: Uint8Array;
  @Column(byteText) subject!: string;
}
