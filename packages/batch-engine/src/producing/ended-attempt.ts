import type { AttemptTimes, ProducedTotals } from './produce-batch.js';

/**
 * The result of an attempt. `retried`: the attempt failed, and another attempt will follow; `handed-back`: the worker stopped;
 * `lost`: the batch was cancelled, or another worker took it over.
 */
export type AttemptResult = 'finished' | 'empty' | 'failed' | 'retried' | 'handed-back' | 'lost';

/** An attempt that has ended, with its result. */
export interface EndedAttempt {
  readonly functionName: string;
  readonly result: AttemptResult;
  /** The time from the moment when the batch became due to the start of the attempt. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** The totals of the attempt, given with the results `finished` and `empty`. */
  readonly totals?: ProducedTotals;
  /** The times of the attempt, given with the results `finished` and `empty`. */
  readonly times?: AttemptTimes;
}
