import type { Batch } from '../batch/batch.js';
import type { RunPart } from './attempt-part.js';
import type { EndedAttempt } from './ended-attempt.js';

/** Port: observes the attempts of a worker, for traces. Each method runs its work once and answers its result. */
export interface AttemptTracing {
  /** Runs an attempt, which belongs to the trace `batch.trace`. Its result is undefined if its end could not be stored. */
  attempt(batch: Batch, work: () => Promise<EndedAttempt | undefined>): Promise<EndedAttempt | undefined>;
  readonly part: RunPart;
}
