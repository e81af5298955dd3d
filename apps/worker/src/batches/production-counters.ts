import type { AttemptResult, EndedAttempt } from '@trading-platform/batch-engine';
import type { Metrics } from '@trading-platform/service';
import { type Counter, Histogram } from 'prom-client';

const labelNames = ['function'] as const;
const results: readonly AttemptResult[] = ['finished', 'empty', 'failed', 'retried', 'handed-back', 'lost'];
/** The limits of the histogram in seconds, for batches of a few records up to batches of millions of records. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Counts the attempts that a worker has ended, and the records and bytes that they produced. */
export class ProductionCounters {
  readonly #attempts: Counter<'function' | 'result'>;
  readonly #records: Counter<'function'>;
  readonly #bytes: Counter<'function'>;
  readonly #refused: Counter<'function'>;
  readonly #wait: Histogram<'function'>;
  readonly #production: Histogram<'function'>;

  /** @param functionNames the functions that this worker produces */
  constructor(metrics: Metrics, functionNames: readonly string[]) {
    const functions = functionNames.map((name) => ({ function: name }));
    this.#attempts = metrics.counter(
      'batch_attempts_total',
      'Attempts that this worker has ended, by outcome: finished, empty, failed, retried, handed-back, lost.',
      ['function', 'result'],
      functions.flatMap((label) => results.map((result) => ({ ...label, result }))),
    );
    this.#records = metrics.counter(
      'batch_records_produced_total',
      'Records of the batches that this worker has finished; for an upload, its orders.',
      labelNames,
      functions,
    );
    this.#bytes = metrics.counter(
      'batch_stored_bytes_produced_total',
      'Bytes of the segments of the batches that this worker has finished, compressed.',
      labelNames,
      functions,
    );
    this.#refused = metrics.counter(
      'batch_records_refused_total',
      'Records that report an error; for an upload, the refused orders.',
      labelNames,
      functions,
    );
    const registers = [metrics.registry];
    this.#wait = new Histogram({
      name: 'batch_wait_seconds',
      help: 'The time between the moment when a batch could be taken and the beginning of its attempt.',
      labelNames,
      buckets,
      registers,
    });
    this.#production = new Histogram({
      name: 'batch_production_seconds',
      help: 'The duration of attempts that finished their batch.',
      labelNames,
      buckets,
      registers,
    });
    for (const label of functions) {
      this.#wait.zero(label);
      this.#production.zero(label);
    }
  }

  readonly count = ({ functionName, result, waitedMs, tookMs, totals }: EndedAttempt): void => {
    const label = { function: functionName };
    this.#attempts.inc({ ...label, result });
    this.#wait.observe(label, waitedMs / 1_000);
    if (totals === undefined) return;
    this.#production.observe(label, tookMs / 1_000);
    this.#records.inc(label, totals.recordCount);
    this.#bytes.inc(label, totals.storedBytes);
    this.#refused.inc(label, totals.errorCount);
  };
}
