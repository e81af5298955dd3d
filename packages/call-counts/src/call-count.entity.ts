import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The number of calls in a minute, in all processes, with one access token or with all tokens of one client. Rows live
 * for two minutes.
 */
@Entity('call_count')
@Index('call_count_minute', ['minute'])
export class CallCountEntity {
  /** The id of a token, or the key of a client, which contains a space. */
  @PrimaryColumn('varchar', { length: 255 }) tokenId!: string;
  /** Minutes since the epoch. */
  @PrimaryColumn('bigint') minute!: number;
  @Column('bigint') calls!: number;
}
