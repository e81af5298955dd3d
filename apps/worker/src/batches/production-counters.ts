import type { BatchFunction, BatchSnapshot, RenderedRecord } from '@trading-platform/batch-engine';
import { Counter, type Registry } from 'prom-client';

/** Counts the records that a worker has produced, and the attempts that failed. */
export class ProductionCounters {
  readonly #records: Counter<'function'>;
  readonly #failures: Counter<'function'>;

  constructor(registry: Registry) {
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

  /** The same function, counted. */
  counted(batchFunction: BatchFunction): BatchFunction {
    const label = { function: batchFunction.name };
    const open: BatchFunction['open'] = async (criteria, signal, input, changesSince): Promise<BatchSnapshot> => {
      const failed = (error: unknown): never => {
        if (!signal.aborted) this.#failures.inc(label);
        throw error;
      };
      const snapshot = await batchFunction.open(criteria, signal, input, changesSince).catch(failed);
      const produced = (count: number) => this.#records.inc(label, count);
      return {
        ...snapshot,
        records: countRecords(snapshot.records, produced, failed),
        close: () => snapshot.close(),
      };
    };
    return { ...batchFunction, open };
  }
}

async function* countRecords(
  chunks: AsyncIterable<readonly RenderedRecord[]>,
  produced: (count: number) => void,
  failed: (error: unknown) => never,
): AsyncGenerator<readonly RenderedRecord[]> {
  try {
    for await (const chunk of chunks) {
      produced(chunk.length);
      yield chunk;
    }
  } catch (error) {
    failed(error);
  }
}
