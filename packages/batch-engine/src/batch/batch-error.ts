import type { BatchState } from './batch-state.js';

/**
 * - `unknown-batch`: there is no batch with this id, or it belongs to another function or caller, or it has expired
 * - `not-finished`: nothing to get yet; `state` is the state of the batch
 * - `range-invalid`: the range is no range, or wider than one call allows
 * - `idempotency-mismatch`: the key was used before with another body
 * - `too-many-batches`: the owner has as many unfinished batches as it may have; after `retryAfterSeconds` one should have ended
 * - `too-much-stored`: the member has as many bytes stored as it may have; after `retryAfterSeconds` some will have expired
 * - `begun`: a batch that has effects cannot be cancelled any more
 * - `unknown-function`: no function of this name is registered (a defect of the program)
 */
export type BatchErrorCode =
  | 'unknown-batch'
  | 'not-finished'
  | 'range-invalid'
  | 'idempotency-mismatch'
  | 'too-many-batches'
  | 'too-much-stored'
  | 'begun'
  | 'unknown-function';

/** Every refusal of the engine. The message may be shown to the caller. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
  readonly code: BatchErrorCode;
  /** With `not-finished`: the state of the batch. */
  readonly state: BatchState | undefined;
  /** With `too-many-batches` and `too-much-stored`: when to try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: BatchErrorCode, message: string, details: { state?: BatchState; retryAfterSeconds?: number } = {}) {
    super(message);
    this.code = code;
    this.state = details.state;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * Thrown by a function that knows why it cannot produce its records. The message becomes the reason of the batch, which its
 * owner reads. For any other error the owner reads a general reason, and the log has the details.
 */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure';
  /** Another attempt cannot help: the batch fails at once. */
  readonly permanent: boolean;

  constructor(reason: string, options: { permanent?: boolean; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? {} : { cause: options.cause });
    this.permanent = options.permanent ?? false;
  }
}
