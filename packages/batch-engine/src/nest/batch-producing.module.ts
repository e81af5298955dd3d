import {
  ConfigurableModuleBuilder,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { BatchFunction } from '../batch/batch-function.js';
import { BatchWorker, type BatchWorkerOptions } from '../producing/batch-worker.js';
import { BatchChanges } from '../storage/batch-changes.js';
import { BatchStore } from '../storage/batch-store.js';
import { SegmentStore } from '../storage/segment-store.js';
import { WorkQueue } from '../storage/work-queue.js';
import type { BatchConnections } from '../typeorm/open-batch-connections.js';
import { BATCH_CONNECTIONS, batchStorageProviders, type StoredBatches } from './batch-storage.providers.js';

/** Options of a worker in a Nest application. The options are `BatchWorkerOptions` with a database instead of the stores. */
export interface BatchProducingOptions
  extends StoredBatches,
    Omit<BatchWorkerOptions, 'batches' | 'segments' | 'changes' | 'queue' | 'functions'> {
  /** The functions that this worker can run. A function that reads other batches is made from the stores. */
  readonly functions: readonly BatchFunction[] | ((stores: BatchStores) => readonly BatchFunction[]);
}

/** The stores that the module provides. */
export interface BatchStores {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<BatchProducingOptions>({
  moduleName: 'BatchProducing',
})
  .setClassMethodName('forRoot')
  .build();

/**
 * The Nest module for producing batches. The module provides `BatchWorker`, the queue and the stores, each under its port. The
 * worker runs until the application stops, and then hands unfinished batches back.
 *
 * @example
 * imports: [
 *   BatchProducingModule.forRootAsync({
 *     inject: [ENV, ORDERING_DATABASE],
 *     useFactory: (env: Env, database: Database) => ({
 *       storage: { address: env.batchDatabase },
 *       functions: downloadsOf(database),
 *     }),
 *   }),
 * ]
 */
@Module({
  providers: [
    ...batchStorageProviders(MODULE_OPTIONS_TOKEN, true),
    {
      provide: BatchWorker,
      inject: [MODULE_OPTIONS_TOKEN, BatchStore, SegmentStore, BatchChanges, { token: WorkQueue, optional: true }],
      useFactory: (
        options: BatchProducingOptions,
        batches: BatchStore,
        segments: SegmentStore,
        changes: BatchChanges,
        queue?: WorkQueue,
      ) =>
        new BatchWorker({
          ...options,
          functions: functionsOf(options, { batches, segments }),
          batches,
          segments,
          changes,
          ...(queue === undefined ? {} : { queue }),
        }),
    },
  ],
  exports: [BatchWorker, BatchStore, BatchChanges, SegmentStore],
})
export class BatchProducingModule
  extends ConfigurableModuleClass
  implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown
{
  constructor(
    private readonly worker: BatchWorker,
    @Inject(BATCH_CONNECTIONS) private readonly connections: BatchConnections,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connections.close();
  }
}

function functionsOf({ functions }: BatchProducingOptions, stores: BatchStores): readonly BatchFunction[] {
  return typeof functions === 'function' ? functions(stores) : functions;
}
