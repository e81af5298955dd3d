import { bytes, byteText, epochMilliseconds } from '@trading-platform/database';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DisabledReason, StoredEndpoint } from '../../endpoint/event-endpoint.js';

/** An endpoint of a client: its settings, its state and its encrypted secrets. */
@Entity('event_endpoint')
@Index('event_endpoint_owner', ['memberCode', 'clientId'])
export class EventEndpointEntity implements StoredEndpoint {
  @PrimaryColumn(byteText) endpointId!: string;
  @Column(byteText) memberCode!: string;
  @Column(byteText) clientId!: string;
  @Column('text') url!: string;
  @Column('simple-json') types!: readonly string[];
  @Column('simple-json') memberCodes!: readonly string[];
  @Column('text') description!: string;
  @Column('text') disabledReason!: DisabledReason | '';
  @Column({ ...epochMilliseconds, nullable: true }) testedAt!: number | null;
  @Column(bytes) secret!: Uint8Array;
  @Column({ ...bytes, nullable: true }) formerSecret!: Uint8Array | null;
  @Column({ ...epochMilliseconds, nullable: true }) formerSecretEndsAt!: number | null;
  @Column(epochMilliseconds) createdAt!: number;
  @Column(epochMilliseconds) updatedAt!: number;
}
