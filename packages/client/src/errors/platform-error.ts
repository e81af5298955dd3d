import type { ErrorEntry } from '@trading-platform/domain-types';
import { adviceFor } from './advice.js';
import type { PlatformErrorCode } from './platform-error-code.js';

/** A range of records of a batch, with its first and its last record. */
export interface RecordRange {
  readonly batchId: string;
  readonly seqFrom: number;
  readonly seqTo: number;
}

/** Details of a failure. */
export interface PlatformErrorDetails {
  /** The called address, without its query. */
  readonly address?: string | undefined;
  readonly status?: number | undefined;
  /** Identifies the call in the platform's logs. */
  readonly requestId?: string | undefined;
  /** The entries of `error_list` (Spec 2.2). */
  readonly errors?: readonly ErrorEntry[] | undefined;
  /** `error` of a token endpoint's answer, such as `invalid_grant`. */
  readonly oauthError?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The batch of an error `batch-failed`, `batch-aborted` or `timeout`. */
  readonly batchId?: string | undefined;
  readonly unacknowledged?: RecordRange | undefined;
  /** The remedy, if it is more specific than the remedy for the error code. */
  readonly advice?: string | undefined;
  readonly cause?: unknown;
}

/** The only error class of this package. An aborted call rejects with the reason of its signal instead. */
export class PlatformError extends Error implements PlatformErrorDetails {
  override readonly name = 'PlatformError';
  readonly code: PlatformErrorCode;
  /** The problem; `message` adds address, HTTP status and `request_id`. */
  readonly reason: string;
  /** The remedy, in one sentence. */
  readonly advice: string;
  readonly address: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorEntry[];
  /** `error_code` of the first entry of `errors`, such as `E000002`. */
  readonly errorCode: string | undefined;
  /** `error_item` of the first entry of `errors`: a field of the request, such as `details_list[2].catalog_id`. */
  readonly field: string | undefined;
  readonly oauthError: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly batchId: string | undefined;
  readonly unacknowledged: RecordRange | undefined;

  constructor(code: PlatformErrorCode, reason: string, details: PlatformErrorDetails = {}) {
    super(reason + factsOf(details), { cause: details.cause });
    const [first] = details.errors ?? [];
    this.code = code;
    this.reason = reason;
    this.advice = details.advice ?? adviceFor(code, first?.error_code, details.requestId);
    this.address = details.address;
    this.status = details.status;
    this.requestId = details.requestId;
    this.errors = details.errors ?? [];
    this.errorCode = first?.error_code;
    this.field = first?.error_item || undefined;
    this.oauthError = details.oauthError;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.batchId = details.batchId;
    this.unacknowledged = details.unacknowledged;
  }
}

function factsOf({ address, status, requestId }: PlatformErrorDetails): string {
  const facts = [
    address,
    status === undefined ? undefined : `HTTP ${status}`,
    requestId === undefined ? undefined : `request_id ${requestId}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? '' : ` [${facts.join(', ')}]`;
}
