import type { Batch } from '../batch/batch.js';
import type { RunPart } from './attempt-part.js';
import type { EndedAttempt } from './ended-attempt.js';

/** Port: sees the attempts of a worker, for traces. Each method runs its work once and answers as it does. */
export interface AttemptTracing {
  /** Runs an attempt; `batch.trace` says what it belongs to. Nothing is answered where the end could not be noted. */
  attempt(batch: Batch, work: () => Promise<EndedAttempt | undefined>): Promise<EndedAttempt | undefined>;
  readonly part: RunPart;
}
