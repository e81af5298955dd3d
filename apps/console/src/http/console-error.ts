import { PlatformError, type PlatformErrorCode } from '@trading-platform/client';
import { type ErrorCode, type ErrorEntry, errorCode, type Right, rights } from '@trading-platform/domain-types';
import { errorMeanings } from '@trading-platform/domain-types/meanings';
import type { ConsoleErrorCode, FieldError } from '../../wire/index.js';

/** Details that an error may have besides its code. */
export interface ConsoleErrorDetails {
  /** By default, the status that belongs to the code. */
  readonly status?: number;
  /** The id that the platform gave the request. */
  readonly requestId?: string | undefined;
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number | undefined;
  /** The right that the console lacks. */
  readonly right?: Right | undefined;
  /** The cause of the error, which is written to the log only. */
  readonly cause?: unknown;
}

const statusOf: Readonly<Record<ConsoleErrorCode, number>> = {
  'signed-out': 401,
  refused: 400,
  'not-permitted': 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many-calls': 429,
  'wrong-call': 400,
  unavailable: 503,
  internal: 500,
};

/** The only kind of error that the console reports to its callers. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: ConsoleErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly right: Right | undefined;

  constructor(code: ConsoleErrorCode, message: string, details: ConsoleErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? statusOf[code];
    this.requestId = details.requestId;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.right = details.right;
  }
}

export const signedOut = () => new ConsoleError('signed-out', 'There is no session, or it has ended');

const codeOfPlatform: Readonly<Record<PlatformErrorCode, ConsoleErrorCode>> = {
  'settings-wrong': 'internal',
  'login-refused': 'signed-out',
  'not-authenticated': 'signed-out',
  'not-permitted': 'not-permitted',
  'request-refused': 'refused',
  'too-many-calls': 'too-many-calls',
  unavailable: 'unavailable',
  'batch-aborted': 'refused',
  'batch-failed': 'refused',
  'answer-corrupt': 'unavailable',
  'answer-unexpected': 'unavailable',
  timeout: 'unavailable',
  'not-acknowledged': 'unavailable',
};

/** The maximum number of defects in an answer. No user reads more, and sending ten thousand would delay other calls. */
const mostFields = 1_000;

/** Translates an error of the SDK into an error of the console. */
export function ofPlatform(error: PlatformError): ConsoleError {
  const { code, reason, status, requestId, errors, retryAfterSeconds } = error;
  return new ConsoleError(codeOf(code, status, errors), reason, {
    requestId,
    fields: errors.slice(0, mostFields).map(fieldError),
    retryAfterSeconds,
    right: rightIn(errors),
    cause: error,
  });
}

/** Returns the right that a refusal of the data API names. */
function rightIn(errors: readonly ErrorEntry[]): Right | undefined {
  const refusal = errors.find(({ error_code }) => error_code === errorCode.noAuthority);
  return refusal && rights.find((right) => refusal.error_detail.includes(`"${right}"`));
}

function codeOf(code: PlatformErrorCode, status: number | undefined, errors: readonly ErrorEntry[]): ConsoleErrorCode {
  if (code !== 'request-refused') return codeOfPlatform[code];
  if (status === 404 || errors.some(({ error_code }) => error_code === errorCode.batchUnknown)) return 'not-found';
  if (status === 413) return 'too-large';
  return status === 409 ? 'conflict' : 'refused';
}

/** Returns an entry of `error_list` together with the meaning of its code. */
export function fieldError({ error_item: item, error_code: code, error_detail: detail }: ErrorEntry): FieldError {
  const { cause } = errorMeanings[code as ErrorCode] ?? errorMeanings.E900001;
  return { item, code, detail, meaning: cause };
}
