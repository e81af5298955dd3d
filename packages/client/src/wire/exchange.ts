import { PlatformError } from '../errors/platform-error.js';
import { readEnvelope } from './envelope.js';
import { Patience } from './patience.js';

/** `fetch`, or something that behaves like it. */
export type Fetch = typeof globalThis.fetch;

/** An answer, read to its end. */
export interface Answer {
  /** What was called, without query. */
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the other side may be silent, before its answer and within it. */
  readonly silenceMs: number;
  /** A larger answer is not read. */
  readonly mostBytes?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** An answer that is larger than `mostBytes`: ask for less. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * Sends one request and reads the whole answer. Redirects are not followed: nobody else than the address given is handed a token or a
 * password.
 *
 * @throws PlatformError `unavailable` when no whole answer comes, `too-many-calls` on 429, `unavailable` on 500 and above
 * @throws AnswerTooLarge
 */
export async function exchange(url: string, options: ExchangeOptions): Promise<Answer> {
  const { signal, silenceMs } = options;
  signal?.throwIfAborted();
  const address = url.split('?', 1)[0] as string;
  const patience = new Patience(silenceMs, signal);
  try {
    const answer = await send(url, address, options, patience);
    throwTransient(answer);
    return answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PlatformError || error instanceof AnswerTooLarge) throw error;
    const reason = patience.isOver ? `nothing came for ${silenceMs / 1_000} s` : reasonOf(error);
    throw new PlatformError('unavailable', `The platform cannot be reached: ${reason}`, { address, cause: error });
  } finally {
    patience.end();
  }
}

async function send(url: string, address: string, options: ExchangeOptions, patience: Patience): Promise<Answer> {
  const { fetch, method, headers, body = null, mostBytes } = options;
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: patience.signal });
  patience.heard();
  return {
    address,
    status: response.status,
    headers: response.headers,
    body: await readBody(response, mostBytes ?? Number.POSITIVE_INFINITY, patience),
  };
}

async function readBody({ body }: Response, mostBytes: number, patience: Patience): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, length);
    patience.heard();
    length += value.length;
    if (length > mostBytes) {
      void reader.cancel().catch(() => undefined);
      throw new AnswerTooLarge(`The answer is larger than ${mostBytes} bytes`);
    }
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Answers after which the same call may succeed. */
function throwTransient({ address, status, headers, body }: Answer): void {
  if (status !== 429 && status < 500) return;
  const { requestId, errors } = readEnvelope(body);
  const wait = retryAfterSeconds(headers);
  const details = { address, status, requestId, errors, retryAfterSeconds: wait };
  if (status !== 429) throw new PlatformError('unavailable', 'The platform is not available now', details);
  const until = wait === undefined ? 'later' : `in ${wait} s`;
  throw new PlatformError('too-many-calls', `The platform takes no more calls now: try again ${until}`, details);
}

/** Seconds of a `Retry-After` header, which is a number of seconds or a date. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** `fetch` hides what happened behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
