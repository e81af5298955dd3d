import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn, type ValueTransformer } from 'typeorm';
import type { AttemptState } from '../../throttle/attempt-store.js';

/** The number of bytes in which one time is stored. */
const instantBytes = 6;

const instants: ValueTransformer = {
  to(given: readonly number[]): Buffer {
    const packed = Buffer.alloc(given.length * instantBytes);
    for (const [index, instant] of given.entries()) packed.writeUIntBE(instant, index * instantBytes, instantBytes);
    return packed;
  },
  from(packed: Uint8Array): number[] {
    const from = Buffer.from(packed);
    return Array.from({ length: Math.floor(from.length / instantBytes) }, (_, index) =>
      from.readUIntBE(index * instantBytes, instantBytes),
    );
  },
};

@Entity('auth_attempt')
@Index('auth_attempt_expiry', ['expiresAt'])
export class AttemptEntity implements AttemptState {
  @PrimaryColumn({ ...byteText, name: 'attempt_key' }) key!: string;
  @Column({ ...bytes, transformer: instants }) failedAt!: readonly number[];
  @Column('integer') locks!: number;
  @Column(epochMilliseconds) lockedUntil!: number;
  @Column(epochMilliseconds) expiresAt!: number;
}
