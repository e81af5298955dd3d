import type { ErrorEntry } from '@trading-platform/domain-types';
import { PlatformError } from './platform-error.js';

/** `fetch`, or something that behaves like it. */
export type Fetch = typeof globalThis.fetch;

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface ExchangeOptions {
  readonly fetch: Fetch;
  /** Default `POST`. */
  readonly method?: 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends one request and reads the whole answer.
 *
 * @throws PlatformError `unavailable` when no whole answer comes, `too-many-calls` on 429, `unavailable` on 500 and above
 */
export async function exchange(
  url: string,
  { fetch, timeoutMs, signal, ...request }: ExchangeOptions,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = await send(url, request, fetch, signal === undefined ? timeout : AbortSignal.any([signal, timeout]))
    // Redirects are not followed: nobody else than the address given is handed a token or a password.
    .catch((cause: unknown) => {
      signal?.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : reasonOf(cause);
      throw new PlatformError('unavailable', `${url} cannot be reached: ${reason}`, { cause });
    });
  const failure = transientFailure(url, answer);
  if (failure !== undefined) throw failure;
  return answer;
}

async function send(
  url: string,
  request: Pick<ExchangeOptions, 'method' | 'headers' | 'body'>,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', ...request, redirect: 'manual', signal });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

function transientFailure(url: string, { status, headers, body }: Answer): PlatformError | undefined {
  if (status !== 429 && status < 500) return undefined;
  const { requestId, errors } = readEnvelope(body);
  const details = { status, requestId, errors, retryAfterSeconds: retryAfterSeconds(headers) };
  if (status !== 429) {
    const facts = requestId === undefined ? `HTTP ${status}` : `HTTP ${status}, request_id ${requestId}`;
    return new PlatformError('unavailable', `${url} is not available now (${facts})`, details);
  }
  const wait = details.retryAfterSeconds;
  const until = wait === undefined ? 'later' : `in ${wait} s`;
  return new PlatformError('too-many-calls', `${url} takes no more calls now: try again ${until}`, details);
}

/** Seconds of a `Retry-After` header, which is a number of seconds or a date. */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

/** What of an envelope can be read from a body that may be anything (Spec 2.2). */
export function readEnvelope(body: Buffer): {
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly ErrorEntry[];
} {
  const value = readObject(body);
  return {
    value,
    requestId: typeof value?.request_id === 'string' ? value.request_id : undefined,
    errors: Array.isArray(value?.error_list) ? (value.error_list as ErrorEntry[]) : [],
  };
}

/** The JSON object of a body; undefined if it is none. */
export function readObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** `fetch` hides what happened behind "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
