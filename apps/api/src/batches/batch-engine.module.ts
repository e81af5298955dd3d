import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BatchEngine } from '@trading-platform/batch-engine';
import { type BatchStorage, defaultBatchAddress, openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';
import { openQueue } from './open-queue.js';
import { retentionOf } from './retention.js';
import { ServedDownloads } from './served-downloads.js';

const BATCH_STORAGE = Symbol('batch storage');

/** The serving side of the batch engine. */
@Module({
  providers: [
    ServedDownloads,
    {
      provide: BATCH_STORAGE,
      inject: [ENV, Readiness],
      useFactory: async (env: Env, readiness: Readiness): Promise<BatchStorage> => {
        const storage = await openBatchStorage({
          address: env.batchDatabase ?? defaultBatchAddress(env.orderingDatabase),
          applicationName: 'api',
          openQueue,
        });
        readiness.add('batch database', () => storage.ping());
        return storage;
      },
    },
    {
      provide: BatchEngine,
      inject: [BATCH_STORAGE, ServedDownloads, ENV],
      useFactory: ({ batches, segments }: BatchStorage, { shapes }: ServedDownloads, env: Env) =>
        new BatchEngine({
          batches,
          segments,
          functions: shapes,
          retention: retentionOf(env),
          limits: { unfinishedPerOwner: env.batchesPerClient, storedBytesPerMember: env.storedBytesPerMember },
        }),
    },
  ],
  exports: [BatchEngine, ServedDownloads],
})
export class BatchEngineModule implements OnApplicationShutdown {
  constructor(
    private readonly engine: BatchEngine,
    @Inject(BATCH_STORAGE) private readonly storage: BatchStorage,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.engine.close();
    await this.storage.close();
  }
}
