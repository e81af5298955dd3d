import { Injectable } from '@nestjs/common';
import { BatchStore, BatchWorker } from '@trading-platform/batch-engine';
import { Metrics } from '@trading-platform/service';
import { Gauge } from 'prom-client';

/** Publishes how many batches run here, and how many wait and run in all. */
@Injectable()
export class BatchGauges {
  constructor({ registry }: Metrics, worker: BatchWorker, batches: BatchStore) {
    const running = new Gauge({
      name: 'batches_running',
      help: 'Batches that this worker is producing.',
      registers: [],
      collect() {
        this.set(worker.runningCount);
      },
    });
    const unfinished = new Gauge({
      name: 'batches_unfinished',
      help: 'Batches of all members that wait or are being produced by any worker.',
      labelNames: ['state'] as const,
      registers: [],
      async collect() {
        for (const [state, count] of Object.entries(await batches.counts())) this.set({ state }, count);
      },
    });
    registry.registerMetric(running);
    registry.registerMetric(unfinished);
  }
}
