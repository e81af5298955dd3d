import { byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A place from which a user has signed in with the correct password. */
@Entity('auth_known_place')
@Index('auth_known_place_time', ['seenAt'])
export class KnownPlaceEntity {
  @PrimaryColumn({ ...byteText, name: 'place_key' }) key!: string;
  @Column(epochMilliseconds) seenAt!: number;
}
