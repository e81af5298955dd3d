import { Module } from '@nestjs/common';
import { retentionOf } from '@trading-platform/batch-engine';
import { BatchServingModule, type BatchServingOptions } from '@trading-platform/batch-engine/nest';
import { defaultBatchAddress } from '@trading-platform/batch-engine/typeorm';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';
import { ServedDownloads } from './served-downloads.js';

/** How the batches of each download are served. */
@Module({ providers: [ServedDownloads], exports: [ServedDownloads] })
class ServedDownloadsModule {}

/** The serving side of the batch engine. */
@Module({
  imports: [
    ServedDownloadsModule,
    BatchServingModule.forRootAsync({
      imports: [ServedDownloadsModule],
      inject: [ENV, ServedDownloads, Readiness],
      useFactory: (env: Env, { shapes }: ServedDownloads, readiness: Readiness): BatchServingOptions => ({
        storage: { address: env.batchDatabase ?? defaultBatchAddress(env.orderingDatabase), applicationName: 'api' },
        readiness,
        functions: shapes,
        retention: retentionOf(env),
        limits: { unfinishedPerOwner: env.batchesPerClient, storedBytesPerMember: env.storedBytesPerMember },
      }),
    }),
  ],
  exports: [ServedDownloadsModule, BatchServingModule],
})
export class BatchEngineModule {}
