import { Injectable } from '@nestjs/common';
import { BatchStore, BatchWorker } from '@trading-platform/batch-engine';
import { Metrics } from '@trading-platform/service';
import { Gauge } from 'prom-client';

/** Publishes the number of batches that this worker is running, and the total numbers of waiting and running batches. */
@Injectable()
export class BatchGauges {
  constructor(metrics: Metrics, worker: BatchWorker, batches: BatchStore) {
    const { registry } = metrics;
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
    const oldest = new Gauge({
      name: 'batches_oldest_waiting_seconds',
      help: 'How long the oldest waiting batch has waited; 0 if no batch waits.',
      registers: [],
      async collect() {
        const since = await batches.oldestWaitingSince();
        this.set(since === undefined ? 0 : Math.max(0, Date.now() - since) / 1_000);
      },
    });
    metrics.gauge(
      'batches_unfinished_by_function',
      'The same for each function of this worker. If more than 10,000 batches wait, some may not be counted.',
      ['function', 'state'],
      async () => {
        const counts = await batches.countsByFunction();
        return worker.functionNames.flatMap((name) =>
          (['waiting', 'processing'] as const).map((state) => {
            const found = counts.find((each) => each.functionName === name && each.state === state);
            return { labels: { function: name, state }, value: found?.count ?? 0 };
          }),
        );
      },
    );
    registry.registerMetric(oldest);
    registry.registerMetric(running);
    registry.registerMetric(unfinished);
  }
}
