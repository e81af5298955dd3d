import type {
  BatchFunction,
  BatchSnapshot,
  BatchStore,
  BatchWorker,
  RenderedRecord,
} from '@trading-platform/batch-engine';
import { Counter, Gauge, type Registry } from 'prom-client';

/** What a worker tells about its batches: how many run and wait, how many records it has made, what went wrong. */
export class BatchMetrics {
  readonly #registry: Registry;
  readonly #records: Counter<'function'>;
  readonly #failures: Counter<'function'>;

  constructor(registry: Registry) {
    this.#registry = registry;
    this.#records = new Counter({
      name: 'batch_records_produced_total',
      help: 'Records that this worker has produced, those of repeated attempts included.',
      labelNames: ['function'],
      registers: [registry],
    });
    this.#failures = new Counter({
      name: 'batch_attempts_failed_total',
      help: 'Attempts whose records could not be read.',
      labelNames: ['function'],
      registers: [registry],
    });
  }

  /** Publishes how many batches run here, and how many wait and run in all. */
  watch(worker: Pick<BatchWorker, 'runningCount'>, batches: Pick<BatchStore, 'counts'>): void {
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
    this.#registry.registerMetric(running);
    this.#registry.registerMetric(unfinished);
  }

  /** The same function, counted. */
  measured(batchFunction: BatchFunction): BatchFunction {
    const label = { function: batchFunction.name };
    const open = async (criteria: never, signal: AbortSignal): Promise<BatchSnapshot> => {
      const failed = (error: unknown): never => {
        if (!signal.aborted) this.#failures.inc(label);
        throw error;
      };
      const snapshot = await batchFunction.open(criteria, signal).catch(failed);
      const counted = (count: number) => this.#records.inc(label, count);
      return {
        instant: snapshot.instant,
        ...(snapshot.total === undefined ? {} : { total: snapshot.total }),
        records: countRecords(snapshot.records, counted, failed),
        close: () => snapshot.close(),
      };
    };
    return { ...batchFunction, open };
  }
}

async function* countRecords(
  chunks: AsyncIterable<readonly RenderedRecord[]>,
  counted: (count: number) => void,
  failed: (error: unknown) => never,
): AsyncGenerator<readonly RenderedRecord[]> {
  try {
    for await (const chunk of chunks) {
      counted(chunk.length);
      yield chunk;
    }
  } catch (error) {
    failed(error);
  }
}
