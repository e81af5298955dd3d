import type { ConsoleErrorBody, ConsoleErrorCode, FieldError } from '../../../wire/index.js';

/** A call that was not carried out, with the reason, and its id in the logs. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ConsoleErrorCode;
  /** `""` if no answer came. */
  readonly requestId: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor({ code, message, requestId, fields, retryAfterSeconds }: ConsoleErrorBody['error'], cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Reads an answer with a status of 400 or more, also from something before the console. */
  static async of(answer: Response): Promise<CallError> {
    const body = (await answer.json().catch(() => undefined)) as Partial<ConsoleErrorBody> | undefined;
    if (body?.error !== undefined) return new CallError(body.error);
    return CallError.unreachable(`HTTP ${answer.status}`);
  }

  static unreachable(message: string, cause?: unknown): CallError {
    return new CallError({ code: 'unavailable', message, requestId: '', fields: [] }, cause);
  }
}

/** The meaning of any error for the reader of a page. */
export function callErrorOf(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError({ code: 'internal', message: String(error), requestId: '', fields: [] }, error);
}
