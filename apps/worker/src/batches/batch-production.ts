import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BatchWorker } from '@trading-platform/batch-engine';
import type { BatchStorage } from '@trading-platform/batch-engine/typeorm';
import type { Database } from '@trading-platform/database';
import { Metrics } from '@trading-platform/service';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import { ORDERING_DATABASE } from '../ordering/ordering.module.js';
import { batchFunctions } from './batch-functions.js';
import { BatchMetrics } from './batch-metrics.js';
import { BATCH_STORAGE } from './batch-storage.js';

const hourMs = 3_600_000;

/** Produces batches from the start of the service until it stops; what is unfinished then is handed back. */
@Injectable()
export class BatchProduction implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #worker: BatchWorker;

  constructor(
    @Inject(BATCH_STORAGE) storage: BatchStorage,
    @Inject(ORDERING_DATABASE) database: Database,
    @Inject(ENV) env: Env,
    logger: PinoLogger,
    metrics: Metrics,
  ) {
    const measures = new BatchMetrics(metrics.registry);
    this.#worker = new BatchWorker({
      batches: storage.batches,
      segments: storage.segments,
      ...(storage.queue === undefined ? {} : { queue: storage.queue }),
      functions: batchFunctions(database).map((each) => measures.measured(each)),
      settings: {
        concurrency: env.concurrency,
        runningPerMember: env.runningPerMember,
        leaseMs: env.leaseSeconds * 1_000,
      },
      retention: {
        retentionMs: env.batchRetentionHours * hourMs,
        retentionAfterUseMs: env.batchRetentionAfterUseHours * hourMs,
        retentionAtMostMs: env.batchRetentionAtMostHours * hourMs,
      },
      log: logger,
    });
    measures.watch(this.#worker, storage.batches);
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#worker.stop();
  }
}
