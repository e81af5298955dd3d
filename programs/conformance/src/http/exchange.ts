/** A call, exactly as it was sent. */
export interface SentCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A call with its complete answer. */
export interface Exchange {
  readonly sent: SentCall;
  readonly status: number;
  /** Headers by their names in lower case. If a name has several values, they are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly bytes: Buffer;
}

/** The parts from which a call is built. */
export interface CallParts {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The call got no answer: the connection broke, or the time limit was reached. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly sent: SentCall;

  constructor(sent: SentCall, cause: unknown) {
    super(`${sent.method} ${sent.url} had no answer: ${(cause as Error).message}`, { cause });
    this.sent = sent;
  }
}
