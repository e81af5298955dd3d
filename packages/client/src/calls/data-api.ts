import type { TokenSource } from '../auth/token-source.js';
import { PlatformError } from '../errors/platform-error.js';
import type { CallPace } from '../wire/call-pace.js';
import { type JsonObject, readEnvelope } from '../wire/envelope.js';
import {
  type Answer,
  type ExchangeOptions,
  exchange,
  type Fetch,
  type OpenAnswer,
  openExchange,
  throwTransient,
  wrongAnswer,
} from '../wire/exchange.js';
import { ignoredFields, type OnIgnoredFields } from '../wire/ignored-fields.js';
import type { OnPause } from '../wire/pause.js';
import { type RetryPolicy, withRetries } from '../wire/retry.js';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `call`. */
export interface AnyCallOptions extends CallOptions {
  /** Default: POST if the call has a body, otherwise GET. */
  readonly method?: 'GET' | 'POST' | 'DELETE' | undefined;
  /** Additional headers, such as `idempotency-key`, with which a request may be repeated. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface DataCall extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** The part after the prefix, such as `/delivery/shortest`. */
  readonly path: string;
  /** Bytes and blobs must already contain JSON. They are sent unchanged. */
  readonly body?: object | Uint8Array<ArrayBuffer> | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the platform may wait before it answers. */
  readonly waitSeconds?: number | undefined;
  readonly mostBytes?: number | undefined;
  /** The memory into which the answer is read, if the answer is not larger. */
  readonly memory?: Uint8Array | undefined;
}

/** The body and headers of a normal answer. */
export interface DataAnswer {
  readonly body: JsonObject;
  readonly headers: Headers;
}

export interface DataApiOptions {
  /** The address of the data API, with its prefix. */
  readonly baseUrl: string;
  readonly tokens: TokenSource;
  readonly pace: CallPace;
  readonly retry: RetryPolicy;
  readonly fetch: Fetch;
  readonly silenceMs: number;
  readonly onPause: OnPause | undefined;
  readonly onIgnoredFields: OnIgnoredFields | undefined;
  /** The headers of every call. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A function that sends a request: `exchange` reads the whole answer, and `openExchange` leaves its body unread. */
type Way<T> = (url: string, options: ExchangeOptions) => Promise<T>;

/**
 * Makes calls of the data API. It adds the token, stays within the call count, and repeats calls that may succeed
 * later.
 */
export class DataApi {
  readonly #options: DataApiOptions;

  constructor(options: DataApiOptions) {
    this.#options = options;
  }

  /**
   * Repeats a call until its answer is final.
   *
   * @throws PlatformError
   */
  call(call: DataCall): Promise<DataAnswer> {
    return this.repeated(async () => this.accepted(await this.send(call)), call);
  }

  /** Makes a call without repeating it. */
  async callOnce(call: DataCall): Promise<DataAnswer> {
    return this.accepted(await this.send(call));
  }

  repeated<T>(attempt: () => Promise<T>, { signal }: CallOptions): Promise<T> {
    const { retry: policy, onPause } = this.#options;
    return withRetries(attempt, { policy, onPause, signal });
  }

  send(call: DataCall): Promise<Answer> {
    return this.#sendWithToken(call, exchange);
  }

  /**
   * Makes a call without repeating it, and returns its answer with an unread body.
   *
   * @throws PlatformError unless the answer is normal
   */
  async open(call: DataCall): Promise<OpenAnswer> {
    const answer = await this.#sendWithToken(call, openExchange);
    if (answer.status === 200) return answer;
    const whole = await answer.read();
    throwTransient(whole);
    this.accepted(whole);
    throw unexpectedAnswer(whole);
  }

  /** If the data API no longer accepts a token, the token is replaced once. */
  async #sendWithToken<T extends Answer | OpenAnswer>(call: DataCall, way: Way<T>): Promise<T> {
    const { tokens } = this.#options;
    const token = await tokens.accessToken();
    const answer = await this.#sendWith(token, call, way);
    if (answer.status !== 401) return answer;
    if ('read' in answer) await answer.read();
    return this.#sendWith(await tokens.accessToken(token), call, way);
  }

  #sendWith<T extends Answer | OpenAnswer>(token: string, call: DataCall, way: Way<T>): Promise<T> {
    const { baseUrl, fetch, silenceMs, pace, headers: common } = this.#options;
    const { path, method = 'POST', body, headers, waitSeconds = 0, mostBytes, memory, signal } = call;
    const options = {
      fetch,
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...common,
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || isMadeElsewhere(body) ? body : JSON.stringify(body),
      silenceMs: silenceMs + waitSeconds * 1_000,
      mostBytes,
      memory,
      signal,
    };
    return pace.run(() => way(baseUrl + path, options), signal);
  }

  /**
   * The body of a normal answer.
   *
   * @throws PlatformError `not-authenticated`, `not-permitted`, `request-refused`, `answer-unexpected`
   */
  accepted(answer: Answer): DataAnswer {
    const { address, status, headers } = answer;
    const { value, requestId, errors } = readEnvelope(answer.body);
    if (value === undefined || requestId === undefined) throw wrongAnswer(answer, notOfPlatform);
    const ignored = ignoredFields(headers);
    if (ignored.length > 0) this.#options.onIgnoredFields?.({ address, fields: ignored });
    if (status === 200) return { body: value, headers };
    const details = { address, status, requestId, errors };
    const reasons = errors.map(({ error_item: item, error_code: code, error_detail: detail }) =>
      item === '' ? `${detail} (${code})` : `${item}: ${detail} (${code})`,
    );
    const reason = reasons.join('; ') || 'The platform refused the call without a reason';
    if (status === 401) throw new PlatformError('not-authenticated', reason, details);
    if (status === 403) throw new PlatformError('not-permitted', reason, details);
    throw new PlatformError('request-refused', reason, details);
  }
}

/** Some runtimes have no blobs. */
function isMadeElsewhere(body: object): body is Uint8Array<ArrayBuffer> | Blob {
  return body instanceof Uint8Array || (typeof Blob !== 'undefined' && body instanceof Blob);
}

const notOfPlatform = "The answer is not the platform's";

export function unexpectedAnswer({ address, status }: Pick<Answer, 'address' | 'status'>): PlatformError {
  return new PlatformError('answer-unexpected', notOfPlatform, { address, status });
}
