import type { Batch } from '../batch/batch.js';
import type { RunPart } from './attempt-part.js';
import type { EndedAttempt } from './ended-attempt.js';

/**
 * Port: observes the attempts of a worker for the purpose of tracing. Each method of this port runs the given work once and
 * returns its result.
 */
export interface AttemptTracing {
  /**
   * Runs an attempt that belongs to the trace `batch.trace`. The result of an attempt is undefined if its end could not be
   * stored.
   */
  attempt(batch: Batch, work: () => Promise<EndedAttempt | undefined>): Promise<EndedAttempt | undefined>;
  readonly part: RunPart;
}
