import { byteText } from '@trading-platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The version of a slip that a member has downloaded with a client. */
@Entity('download_mark')
export class DownloadMarkEntity {
  @PrimaryColumn('bigint') slipId!: number;
  @PrimaryColumn(byteText) memberCode!: string;
  @PrimaryColumn(byteText) clientId!: string;
  @Column('bigint') version!: number;
}
