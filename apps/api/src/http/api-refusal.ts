import { type ErrorCode, type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { type ErrorText, errorDetail } from '@trading-platform/domain-types/error-texts';
import { errorStatus } from './error-status.js';

export interface RefusalDetails {
  /** The name of the refused field of the request. If the field is in a list, the name includes the index of the element. */
  readonly item?: string;
  /** Advice to the caller that is more specific than the text in the table of codes. */
  readonly detail?: ErrorText;
  /**
   * The HTTP status, if it differs from the status of the code. For example, the status is 404 if the path names an object that
   * does not exist.
   */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Thrown to refuse a call. The whole answer of a refused call is an envelope with these errors (Spec 2.2, 7). */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly errors: readonly ErrorEntry[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The list of errors as JSON text, if another thread has made this text. If `errorList` is set, `errors` is empty. */
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

  /**
   * Refuses a body. The caller gets all defects of the body in `errorList`, a JSON array. The array is not parsed here, because
   * it may be so long that parsing it would delay other calls.
   */
  static ofList(errorList: Uint8Array, details: Pick<RefusalDetails, 'headers'>): ApiRefusal {
    return new ApiRefusal([], { status: 400, ...details }, errorList);
  }

  /**
   * Refuses a request that has several defects. The status 400 has priority over 409: a conflict may disappear by
   * itself, but the other defects do not.
   */
  static ofAll(errors: readonly ErrorEntry[], details: Pick<RefusalDetails, 'headers'> = {}): ApiRefusal {
    const statuses = errors.map(({ error_code }) => errorStatus[error_code as ErrorCode]);
    return new ApiRefusal(errors, { status: Math.min(...statuses), ...details });
  }
}

/** Makes one entry of `error_list`. */
export function errorOf(code: ErrorCode, { item = '', detail }: RefusalDetails = {}): ErrorEntry {
  return { error_item: item, error_code: code, error_detail: detail ?? errorDetail(code) };
}

/** The text of an error from one of our packages. The package made the text with `errorText`. */
export function textOf({ message }: Error): ErrorText {
  return message as ErrorText;
}
