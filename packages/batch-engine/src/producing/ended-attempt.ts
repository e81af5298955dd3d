import type { AttemptTimes, ProducedTotals } from './produce-batch.js';

/**
 * What became of an attempt. `retried`: it failed, and another will follow; `handed-back`: its worker stopped; `lost`: the batch
 * was cancelled or taken over meanwhile.
 */
export type AttemptResult = 'finished' | 'empty' | 'failed' | 'retried' | 'handed-back' | 'lost';

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly functionName: string;
  readonly result: AttemptResult;
  /** From when the batch could be taken until the attempt began. */
  readonly waitedMs: number;
  readonly tookMs: number;
  /** With `finished` and `empty`: what was made. */
  readonly totals?: ProducedTotals;
  /** With `finished` and `empty`: how the time was spent. */
  readonly times?: AttemptTimes;
}
