import type { BatchState } from './batch-state.js';

/**
 * - `unknown-batch`: no batch has this id, or the batch belongs to another function or caller, or the batch has expired
 * - `not-finished`: the batch has no records to get yet; `state` is the state of the batch
 * - `range-invalid`: the requested numbers are not a valid range, or the range is wider than one call allows
 * - `idempotency-mismatch`: the idempotency key was used earlier with a different body
 * - `too-many-batches`: the owner has reached the maximum number of unfinished batches; after `retryAfterSeconds`, one of them is
 *   expected to have ended
 * - `too-much-stored`: the batches of the member have reached the maximum number of stored bytes; after `retryAfterSeconds`, some
 *   of them will have expired
 * - `begun`: the batch has effects and its first attempt has begun, so it can no longer be cancelled
 * - `unknown-function`: no function with this name is registered, which is an error in the program
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

/** Thrown whenever the engine refuses a call. The message of the error may be shown to the caller. */
export class BatchError extends Error {
  override readonly name = 'BatchError';
  readonly code: BatchErrorCode;
  /** The state of the batch, given with the code `not-finished`. */
  readonly state: BatchState | undefined;
  /** The time after which the caller should try again, if the code is `too-many-batches` or `too-much-stored`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: BatchErrorCode, message: string, details: { state?: BatchState; retryAfterSeconds?: number } = {}) {
    super(message);
    this.code = code;
    this.state = details.state;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/**
 * Thrown by a function that knows why it cannot produce its records. The owner can read the message of this error as
 * the reason of the batch. For any other error, the owner reads only a general reason, and the details are written to
 * the log.
 */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure';
  /** If true, another attempt cannot succeed, so the batch fails at once. */
  readonly permanent: boolean;

  constructor(reason: string, options: { permanent?: boolean; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? {} : { cause: options.cause });
    this.permanent = options.permanent ?? false;
  }
}
