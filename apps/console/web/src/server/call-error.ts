import type { ConsoleErrorBody, ConsoleErrorCode, FieldError, NamedRight } from '../../../wire/index.js';

/** The error of a failed call, with its reason and with the id of the call in the logs. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ConsoleErrorCode;
  /** The id is `""` if no answer came. */
  readonly requestId: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The right that this application lacks. */
  readonly right: NamedRight | undefined;

  constructor(
    { code, message, requestId, fields, retryAfterSeconds, right }: ConsoleErrorBody['error'],
    cause?: unknown,
  ) {
    super(message, { cause });
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.right = right;
  }

  /** Reads an answer with a status of 400 or more. A proxy in front of the console may have sent this answer. */
  static async of(answer: Response): Promise<CallError> {
    const body = (await answer.json().catch(() => undefined)) as Partial<ConsoleErrorBody> | undefined;
    if (body?.error !== undefined) return new CallError(body.error);
    return CallError.unreachable(`HTTP ${answer.status}`);
  }

  static unreachable(message: string, cause?: unknown): CallError {
    return new CallError({ code: 'unavailable', message, requestId: '', fields: [] }, cause);
  }
}

/** Returns the meaning of any error, for the user. */
export function callErrorOf(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError({ code: 'internal', message: String(error), requestId: '', fields: [] }, error);
}
