import type { AttemptTimes, ProducedTotals } from './produce-batch.js';

/**
 * The result of an attempt. `retried`: it failed, and another will follow; `handed-back`: its worker stopped; `lost`: the batch was
 * cancelled or taken over meanwhile.
 */
export type AttemptResult = 'finished' | 'empty' | 'failed' | 'retried' | 'handed-back' | 'lost';

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly functionName: string;
  readonly result: AttemptResult;
  /** The time between the moment when the batch became due and the start of the attempt. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** With `finished` and `empty`. */
  readonly totals?: ProducedTotals;
  /** With `finished` and `empty`. */
  readonly times?: AttemptTimes;
}
