import { PlatformError } from '../errors/platform-error.js';
import { throwIfAborted } from './aborted.js';
import { readEnvelope, readObject } from './envelope.js';
import { Patience } from './patience.js';
import { giveUp } from './retry.js';

/** `fetch`, or a function that behaves like it. */
export type Fetch = typeof globalThis.fetch;

/** A completely read answer. */
export interface Answer {
  /** The called address, without its query. */
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | Blob | undefined;
  /** The longest silence of the server, before its answer or within the answer. */
  readonly silenceMs: number;
  /** A larger answer is refused. */
  readonly mostBytes?: number | undefined;
  /**
   * The memory into which the body is read, if the body is not larger. The caller must not use this memory meanwhile.
   * Default: new memory.
   */
  readonly memory?: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The answer is larger than `mostBytes`; the caller may request less. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** An answer with an unread body. The caller must read or end it. */
export interface OpenAnswer extends Omit<Answer, 'body'> {
  /**
   * The body as it arrives. The reader may be slow.
   *
   * @throws PlatformError `unavailable` if the connection breaks
   */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
  /** The whole body. */
  read(): Promise<Answer>;
}

/**
 * Sends one request and reads the whole answer. Redirects are not followed, so that no other server gets a token or a
 * password.
 *
 * @throws PlatformError `too-many-calls` if the status is 429, `unavailable` if it is 500 or above, or if no whole answer
 * arrives
 * @throws AnswerTooLarge
 */
export async function exchange(url: string, options: ExchangeOptions): Promise<Answer> {
  const answer = await (await openExchange(url, options)).read();
  throwTransient(answer);
  return answer;
}

/**
 * Sends one request like `exchange`, and leaves the body to the caller.
 *
 * @throws PlatformError `unavailable` if no answer arrives
 */
export async function openExchange(url: string, options: ExchangeOptions): Promise<OpenAnswer> {
  const { signal, silenceMs, fetch, method, headers, body = null, mostBytes, memory } = options;
  throwIfAborted(signal);
  const address = url.split('?', 1)[0] as string;
  const patience = new Patience(silenceMs, signal);
  const failed = (error: unknown): never => {
    patience.end();
    throwIfAborted(signal);
    if (error instanceof PlatformError || error instanceof AnswerTooLarge) throw error;
    const reason = patience.isOver ? `nothing came for ${silenceMs / 1_000} s` : reasonOf(error);
    return throwUnreachable(reason, { address, cause: error });
  };
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: patience.signal }).catch(
    failed,
  );
  patience.heard();
  answering.add(originOf(address));
  const head = { address, status: response.status, headers: response.headers };
  return {
    ...head,
    async *pieces() {
      try {
        yield* piecesOf(response, patience);
      } catch (error) {
        failed(error);
      } finally {
        patience.end();
      }
    },
    async read() {
      const whole = await readBody(response, { mostBytes, memory }, patience).catch(failed);
      patience.end();
      return { ...head, body: whole };
    },
  };
}

async function* piecesOf({ body }: Response, patience: Patience): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      patience.heard();
      const { done, value } = await reader.read();
      patience.rest();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** Each piece is copied at once: kept pieces would survive V8's cheap collections. */
async function readBody(
  { body }: Response,
  { mostBytes = Number.POSITIVE_INFINITY, memory = new Uint8Array() }: Pick<ExchangeOptions, 'mostBytes' | 'memory'>,
  patience: Patience,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const isOwner = ownsPieces(body);
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
    if (isOwner) giveBack(value);
  }
}

/** Whether the reader owns the memory of each piece, as with byte streams (Streams §4.7). */
function ownsPieces(body: ReadableStream<Uint8Array>): boolean {
  try {
    body.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/**
 * Frees memory at once if the runtime can do this. Memory that waits for the garbage collector makes the collector run
 * repeatedly.
 */
function giveBack({ buffer }: Uint8Array): void {
  (buffer as { transfer?: (length: number) => unknown }).transfer?.(0);
}

function enlarged(memory: Uint8Array, used: number, more: number): Uint8Array {
  const larger = new Uint8Array(Math.max(used + more, 2 * memory.length));
  larger.set(memory.subarray(0, used));
  return larger;
}

/** Throws an error for answers after which the same call may succeed if it is repeated. */
export function throwTransient({ address, status, headers, body }: Answer): void {
  if (status !== 429 && status < 500) return;
  const { requestId, errors } = readEnvelope(body);
  const wait = retryAfterSeconds(headers);
  const details = { address, status, requestId, errors, retryAfterSeconds: wait };
  if (status !== 429) throw new PlatformError('unavailable', 'The platform is not available now', details);
  const until = wait === undefined ? 'later' : `in ${wait} s`;
  throw new PlatformError('too-many-calls', `The platform takes no more calls now: try again ${until}`, details);
}

/** The error of a malformed answer. Incomplete JSON means a broken connection, so the call may be repeated. */
export function wrongAnswer({ address, status, headers, body }: Answer, reason: string): PlatformError {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  if (isJson && readObject(body) === undefined) {
    return new PlatformError('answer-corrupt', 'The answer is no whole JSON object', { address, status });
  }
  return new PlatformError('answer-unexpected', reason, { address, status });
}

/**
 * Seconds of a `Retry-After` header. The header contains a number of seconds, or a date of the server's clock, which
 * may differ from our clock.
 */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const there = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(there) ? Date.now() : there;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** The servers that have answered this process. */
const answering = new Set<string>();
/** The errors of a connection that was never made. */
const noConnection: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * A server that has never answered probably has a wrong address. A server that has answered before is probably
 * restarting.
 */
function throwUnreachable(
  reason: string,
  { address, cause }: { readonly address: string; readonly cause: unknown },
): never {
  const isFirst = !answering.has(originOf(address)) && noConnection.has(faultOf(cause).code ?? '');
  const advice = isFirst ? 'Check address, network and firewall, and whether the platform runs.' : undefined;
  const error = new PlatformError('unavailable', `The platform cannot be reached: ${reason}`, {
    address,
    advice,
    cause,
  });
  throw isFirst ? giveUp(error) : error;
}

function originOf(address: string): string {
  return address.split('/', 3).join('/');
}

interface Fault {
  readonly message?: string;
  readonly code?: string;
}

/** `fetch` reports only "fetch failed" and hides the cause in the field `cause`. */
function faultOf(error: unknown): Fault {
  const { cause } = error as { readonly cause?: Fault };
  return cause ?? (error as Fault);
}

function reasonOf(error: unknown): string {
  const { message, code } = faultOf(error);
  return message || code || (error as Fault).message || String(error);
}
