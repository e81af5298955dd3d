import { ConfigurableModuleBuilder, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BatchEngine } from '../serving/batch-engine.js';
import type { BatchEngineOptions } from '../serving/engine-parts.js';
import { BatchChanges } from '../storage/batch-changes.js';
import { BatchStore } from '../storage/batch-store.js';
import { SegmentStore } from '../storage/segment-store.js';
import type { BatchConnections } from '../typeorm/open-batch-connections.js';
import { BATCH_CONNECTIONS, batchStorageProviders, type StoredBatches } from './batch-storage.providers.js';

/**
 * Options of the serving side in a Nest application. The options are `BatchEngineOptions` with a database instead of the stores.
 */
export interface BatchServingOptions
  extends StoredBatches,
    Omit<BatchEngineOptions, 'batches' | 'segments' | 'changes'> {}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<BatchServingOptions>({
  moduleName: 'BatchServing',
})
  .setClassMethodName('forRoot')
  .build();

/**
 * The Nest module for serving batches. The module provides `BatchEngine` and the stores, each under its port. The stores are
 * closed after the last answer.
 *
 * @example
 * imports: [
 *   BatchServingModule.forRootAsync({
 *     inject: [ENV],
 *     useFactory: (env: Env) => ({ storage: { address: env.batchDatabase }, functions: downloads }),
 *   }),
 * ]
 */
@Module({
  providers: [
    ...batchStorageProviders(MODULE_OPTIONS_TOKEN, false),
    {
      provide: BatchEngine,
      inject: [MODULE_OPTIONS_TOKEN, BatchStore, SegmentStore, BatchChanges],
      useFactory: (options: BatchServingOptions, batches: BatchStore, segments: SegmentStore, changes: BatchChanges) =>
        new BatchEngine({ ...options, batches, segments, changes }),
    },
  ],
  exports: [BatchEngine, BatchStore, SegmentStore],
})
export class BatchServingModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(
    private readonly engine: BatchEngine,
    @Inject(BATCH_CONNECTIONS) private readonly connections: BatchConnections,
  ) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
    await this.connections.close();
  }
}
