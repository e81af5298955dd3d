import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type BatchStorage, defaultBatchAddress, openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';
import { OrderingModule } from '../ordering/ordering.module.js';
import { BatchProduction } from './batch-production.js';
import { BATCH_STORAGE } from './batch-storage.js';
import { openQueue } from './open-queue.js';

/** The producing side of the batch engine. */
@Module({
  imports: [OrderingModule],
  providers: [
    {
      provide: BATCH_STORAGE,
      inject: [ENV, Readiness],
      useFactory: async (env: Env, readiness: Readiness): Promise<BatchStorage> => {
        const storage = await openBatchStorage({
          address: env.batchDatabase ?? defaultBatchAddress(env.orderingDatabase),
          applicationName: 'worker',
          openQueue,
        });
        readiness.add('batch database', () => storage.ping());
        return storage;
      },
    },
    BatchProduction,
  ],
})
export class BatchWorkerModule implements OnApplicationShutdown {
  constructor(@Inject(BATCH_STORAGE) private readonly storage: BatchStorage) {}

  async onApplicationShutdown(): Promise<void> {
    await this.storage.close();
  }
}
