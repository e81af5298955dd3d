import type { ErrorEntry } from '@trading-platform/domain-types';

/**
 * - `login-refused`: user, password, client or refresh token is wrong or no longer good
 * - `not-authenticated`: the data API does not take the token, even a new one
 * - `not-permitted`: the user has no authority for the function
 * - `request-refused`: the data API found defects in the request; `errors` lists them all
 * - `too-many-calls`: still throttled after all attempts; `retryAfterSeconds` says for how long
 * - `unavailable`: no answer, a broken one, or "not available" after all attempts
 * - `batch-aborted`, `batch-failed`: the batch ended without records; `errors` has the public reason
 * - `answer-corrupt`: what arrived is not what the server sent (checksum or number of records), after all attempts
 * - `answer-unexpected`: what answered is not this platform (wrong address, a proxy's page)
 * - `timeout`: the batch did not finish in the time given
 * - `not-acknowledged`: records came, but the platform could not be told so and will deliver them again; `unacknowledged` names them
 */
export type PlatformErrorCode =
  | 'login-refused'
  | 'not-authenticated'
  | 'not-permitted'
  | 'request-refused'
  | 'too-many-calls'
  | 'unavailable'
  | 'batch-aborted'
  | 'batch-failed'
  | 'answer-corrupt'
  | 'answer-unexpected'
  | 'timeout'
  | 'not-acknowledged';

/** Records of a batch, both ends included. */
export interface RecordRange {
  readonly batchId: string;
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** What is known about a failure besides its code. */
export interface PlatformErrorDetails {
  readonly status?: number | undefined;
  /** Names the call in the platform's logs. */
  readonly requestId?: string | undefined;
  /** The entries of `error_list` (Spec 2.2). */
  readonly errors?: readonly ErrorEntry[] | undefined;
  /** `error` of a token endpoint's answer, such as `invalid_grant`. */
  readonly oauthError?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly unacknowledged?: RecordRange | undefined;
  readonly cause?: unknown;
}

/** The one error of this package. An aborted call rejects with the reason of its signal instead. */
export class PlatformError extends Error implements PlatformErrorDetails {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorEntry[];
  readonly oauthError: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly unacknowledged: RecordRange | undefined;

  constructor(code: PlatformErrorCode, message: string, details: PlatformErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.oauthError = details.oauthError;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.unacknowledged = details.unacknowledged;
  }
}
