/** A call as it was sent. */
export interface SentCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A call and the whole answer to it. */
export interface Exchange {
  readonly sent: SentCall;
  readonly status: number;
  /** By name in small letters; several values of a name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly bytes: Buffer;
}

/** The parts of a call. */
export interface CallParts {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** No answer came: the line broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly sent: SentCall;

  constructor(sent: SentCall, cause: unknown) {
    super(`${sent.method} ${sent.url} had no answer: ${(cause as Error).message}`, { cause });
    this.sent = sent;
  }
}
