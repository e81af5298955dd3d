import { type ErrorCode, type ErrorEntry, errorCode, errorTable } from '@trading-platform/domain-types';
import { errorStatus } from './error-status.js';

export interface RefusalDetails {
  /** The request field that is refused, indexed in lists. */
  readonly item?: string;
  /** Advice to the caller, where more is known than the table of codes says. */
  readonly detail?: string;
  /** The HTTP status, if it differs from that of the code: 404 if the path names the refused thing. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Refuses a call: the whole answer is an envelope with these errors (Spec 2.2, 7). */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly errors: readonly ErrorEntry[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The errors as JSON, if another thread has made them. Then `errors` is empty. */
  readonly errorList: Uint8Array | undefined;

  private constructor(errors: readonly ErrorEntry[], details: RefusalDetails, errorList?: Uint8Array) {
    super(
      errors.map((error) => `${error.error_code} ${error.error_item}`).join(', '),
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.errors = errors;
    this.status = details.status ?? errorStatus[(errors[0]?.error_code ?? errorCode.internal) as ErrorCode];
    this.headers = details.headers ?? {};
    this.errorList = errorList;
  }

  static of(code: ErrorCode, details: RefusalDetails = {}): ApiRefusal {
    return new ApiRefusal([errorOf(code, details)], details);
  }

  /** All defects of one body, as a JSON array. It may be so long that reading it here would hold up other calls. */
  static ofList(errorList: Uint8Array, details: Pick<RefusalDetails, 'headers'>): ApiRefusal {
    return new ApiRefusal([], { status: 400, ...details }, errorList);
  }

  /** Several defects of one request. 400 has priority over 409: a conflict may end by itself, and the other defects stay. */
  static ofAll(errors: readonly ErrorEntry[], details: Pick<RefusalDetails, 'headers'> = {}): ApiRefusal {
    const statuses = errors.map(({ error_code }) => errorStatus[error_code as ErrorCode]);
    return new ApiRefusal(errors, { status: Math.min(...statuses), ...details });
  }
}

/** One entry of `error_list`. */
export function errorOf(code: ErrorCode, { item = '', detail }: RefusalDetails = {}): ErrorEntry {
  return { error_item: item, error_code: code, error_detail: detail ?? errorTable[code].detail };
}
