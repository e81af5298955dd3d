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
  /** Where the body is read into, as far as it fits; the caller leaves it alone until then. Default: memory of its own. */
  readonly memory?: Uint8Array | undefined;
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
  const { fetch, method, headers, body = null } = options;
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: patience.signal });
  patience.heard();
  return {
    address,
    status: response.status,
    headers: response.headers,
    body: await readBody(response, options, patience),
  };
}

/** Each piece is copied at once: pieces that were kept until the end would outlive the collector's cheap rounds. */
async function readBody(
  { body }: Response,
  { mostBytes = Number.POSITIVE_INFINITY, memory = new Uint8Array() }: ExchangeOptions,
  patience: Patience,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  let whole = memory;
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return whole.subarray(0, length);
    patience.heard();
    if (length + value.length > mostBytes) {
      void reader.cancel().catch(() => undefined);
      throw new AnswerTooLarge(`The answer is larger than ${mostBytes} bytes`);
    }
    if (length + value.length > whole.length) whole = enlarged(whole, length, value.length);
    whole.set(value, length);
    length += value.length;
  }
}

function enlarged(memory: Uint8Array, used: number, more: number): Uint8Array {
  const larger = new Uint8Array(Math.max(used + more, 2 * memory.length));
  larger.set(memory.subarray(0, used));
  return larger;
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
