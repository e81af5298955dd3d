import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  apiPaths,
  type BusinessHolidayRecord,
  type BusinessHolidayRequest,
  batchFlg,
  type DeliveryDateAnswer,
  type DeliveryDateRequest,
  defaultApiPrefix,
  type FcPriceAnswer,
  type FcPriceRequest,
  type MasterRecord,
  type MasterRequest,
  type NonTradingDayRecord,
  type NonTradingDayRequest,
  type OrderBlockRecord,
  type OrderBlockRequest,
  type OrderClosingRecord,
  type OrderClosingRequest,
  type TradeRecord,
  type TradeRequest,
  type UploadRequest,
  type UploadResult,
} from '@trading-platform/domain-types';
import { Download } from './download.js';
import { type Answer, exchange, type Fetch, readEnvelope } from './exchange.js';
import { PlatformError, type RecordRange } from './platform-error.js';
import { readPage } from './read-page.js';
import { defaultRetryPolicy, type RetryPolicy, withRetries } from './retry.js';
import { MemoryTokenStorage, TokenSource, type TokenStorage } from './token-source.js';

/** The download functions: what each is asked with and what it delivers (Spec 4.7, 4.8, 4.10). */
export interface Downloads {
  master: { readonly request: MasterRequest; readonly record: MasterRecord };
  trade: { readonly request: TradeRequest; readonly record: TradeRecord };
  nottrade: { readonly request: NonTradingDayRequest; readonly record: NonTradingDayRecord };
  orderclosing: { readonly request: OrderClosingRequest; readonly record: OrderClosingRecord };
  businessholiday: { readonly request: BusinessHolidayRequest; readonly record: BusinessHolidayRecord };
  orderblock: { readonly request: OrderBlockRequest; readonly record: OrderBlockRecord };
}

export type DownloadName = keyof Downloads;

/** What goes in the three steps of a batch. */
type BatchName = DownloadName | 'upload';

export type UploadCallOptions = Pick<
  DownloadCallOptions,
  'signal' | 'idempotencyKey' | 'batchTimeoutSeconds' | 'onCheck'
>;

export interface PlatformClientOptions {
  /** `{auth_url}`, such as `https://auth.example.com`. */
  readonly authUrl: string;
  /** `{base_url}`, such as `https://api.example.com`. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Platform user for the credentials flow (Spec 4.3); without, `tokenStorage` must hold tokens. */
  readonly userId?: string | undefined;
  readonly password?: string | undefined;
  /** Where tokens are kept. Default: in memory. */
  readonly tokenStorage?: TokenStorage | undefined;
  /** Default `idp`. */
  readonly idpSegment?: string | undefined;
  /** Default `/ordApi/order`. */
  readonly apiPrefix?: string | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** How long one HTTP call may take, its answer included. Default 120. */
  readonly callTimeoutSeconds?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

export interface DownloadCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Records of one get call, which is also what memory holds (twice). Default 1000. */
  readonly recordsPerGet?: number | undefined;
  /** A repeated request with the same key has the same batch. Default: a new key for each call. */
  readonly idempotencyKey?: string | undefined;
  /** How long to wait for the batch to finish. Default 3600. */
  readonly batchTimeoutSeconds?: number | undefined;
  /** Goes on with a batch that was requested before, instead of requesting one. */
  readonly batchId?: string | undefined;
  /** First sequence number to deliver. Default 1. */
  readonly seqFrom?: number | undefined;
  /**
   * Who acknowledges slips, which count as downloaded only then. Default `by-page`: iterating does, page by page. `by-caller`:
   * nobody but `Download.acknowledge`.
   */
  readonly acknowledge?: 'by-page' | 'by-caller' | undefined;
  /** Called with the batch's id as soon as it is known, and after every check. */
  readonly onCheck?: ((state: { readonly batchId: string; readonly batchFlg: string }) => void) | undefined;
}

const defaultRecordsPerGet = 1_000;
const defaultBatchTimeoutSeconds = 3_600;
const defaultCallTimeoutSeconds = 120;
/** Checks come quickly at first, for small batches, then calmly. */
const checkWaits = { firstMs: 100, growth: 1.5, longestMs: 5_000 } as const;

/** Calls the platform for one user of one client: tokens, downloads, repeated calls. */
export class PlatformClient {
  readonly #tokens: TokenSource;
  readonly #apiBase: string;
  readonly #retry: RetryPolicy;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;

  constructor(options: PlatformClientOptions) {
    const { userId, password, clientId, clientSecret, idpSegment } = options;
    this.#retry = { ...defaultRetryPolicy, ...options.retry };
    this.#fetch = options.fetch ?? globalThis.fetch;
    this.#timeoutMs = (options.callTimeoutSeconds ?? defaultCallTimeoutSeconds) * 1_000;
    this.#apiBase = withoutSlash(options.apiUrl) + withoutSlash(options.apiPrefix ?? defaultApiPrefix);
    this.#tokens = new TokenSource({
      authUrl: withoutSlash(options.authUrl),
      idpSegment,
      clientId,
      clientSecret,
      user: userId === undefined || password === undefined ? undefined : { userId, password },
      storage: options.tokenStorage ?? new MemoryTokenStorage(),
      fetch: this.#fetch,
      retry: this.#retry,
      timeoutMs: this.#timeoutMs,
    });
  }

  /**
   * Requests a batch, waits until it is finished and answers it, ready to be read (Spec 4.6). A batch that is given up
   * through the signal before it is finished is cancelled.
   *
   * @throws PlatformError
   */
  async download<Name extends DownloadName>(
    name: Name,
    request: Downloads[Name]['request'],
    options: DownloadCallOptions = {},
  ): Promise<Download<Downloads[Name]['record']>> {
    const { signal, recordsPerGet = defaultRecordsPerGet, seqFrom = 1 } = options;
    const batchId = options.batchId ?? (await this.#requestBatch(name, request, options));
    const recordCount = await this.#waitUntilFinished(name, batchId, options).catch(async (error: unknown) => {
      // Nobody is going to fetch a batch that was given up; that it ends is a courtesy to those who wait behind it.
      if (signal?.aborted === true && options.batchId === undefined) await this.cancel(batchId).catch(() => undefined);
      throw error;
    });
    return new Download({
      batchId,
      recordCount,
      recordsPerGet,
      seqFrom,
      fetchPage: (from, to) => this.#fetchPage(name, batchId, from, to, signal),
      acknowledge: (from, to) => this.acknowledge({ batchId, seqFrom: from, seqTo: to }, signal),
      acknowledgesPages: options.acknowledge !== 'by-caller',
    });
  }

  /**
   * Uploads orders, waits until all are judged and answers the outcome of each, in the order of the request (Spec 4.11). May be
   * repeated: an order that was taken under its `upload_no` is answered with the same slip.
   *
   * @throws PlatformError
   */
  async uploadOrders(request: UploadRequest, options: UploadCallOptions = {}): Promise<readonly UploadResult[]> {
    const batchId = await this.#requestBatch('upload', request, options);
    const count = await this.#waitUntilFinished('upload', batchId, options);
    const page = await this.#fetchPage('upload', batchId, 1, count, options.signal);
    return Array.from({ length: page.count }, (_, index) => JSON.parse(page.record(index).toString()) as UploadResult);
  }

  /**
   * Tells the platform that records of a batch are delivered, so that its slips count as downloaded. Iterating a download does it by
   * itself; this is for what `PlatformError.unacknowledged` names. May be repeated.
   *
   * @throws PlatformError `not-acknowledged`
   */
  async acknowledge(range: RecordRange, signal?: AbortSignal): Promise<void> {
    const { batchId, seqFrom, seqTo } = range;
    const path = `/batches/${encodeURIComponent(batchId)}/delivered`;
    try {
      await this.call(path, { seq_from: String(seqFrom), seq_to: String(seqTo) }, signal);
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `The records ${seqFrom} to ${seqTo} of batch ${batchId} came, but could not be acknowledged: ${reason}`;
      throw new PlatformError('not-acknowledged', message, { unacknowledged: range, cause });
    }
  }

  /**
   * Calls any function of the data API, with token and retries, and answers its whole body.
   *
   * @param path after the prefix, such as `/delivery/shortest`
   * @throws PlatformError
   */
  async call(path: string, body: object, signal?: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    return withRetries(async () => this.#envelope(path, await this.#post(path, body, {}, signal)), this.#retry, signal);
  }

  /**
   * Asks for the shortest delivery dates of up to 1000 products (Spec 4.5).
   *
   * @throws PlatformError
   */
  async deliveryDates(request: DeliveryDateRequest, signal?: AbortSignal): Promise<DeliveryDateAnswer> {
    return (await this.call(apiPaths.deliveryDate, request, signal)) as unknown as DeliveryDateAnswer;
  }

  /**
   * Asks for the FC prices of up to 1000 products (Spec 4.9).
   *
   * @throws PlatformError
   */
  async fcPrices(request: FcPriceRequest, signal?: AbortSignal): Promise<FcPriceAnswer> {
    return (await this.call(apiPaths.fcPrice, request, signal)) as unknown as FcPriceAnswer;
  }

  /**
   * Cancels a batch that is not finished, and discards one that is. Tried once.
   *
   * @throws PlatformError
   */
  async cancel(batchId: string): Promise<void> {
    const path = `/batches/${encodeURIComponent(batchId)}`;
    const headers = { authorization: `Bearer ${await this.#tokens.accessToken()}`, accept: 'application/json' };
    const options = { fetch: this.#fetch, timeoutMs: this.#timeoutMs, signal: undefined };
    this.#envelope(path, await exchange(this.#apiBase + path, { ...options, method: 'DELETE', headers }));
  }

  /** Ends the grant behind the stored tokens and forgets them. */
  revoke(): Promise<void> {
    return this.#tokens.revoke();
  }

  async #requestBatch(name: BatchName, request: object, options: UploadCallOptions): Promise<string> {
    const { signal } = options;
    const path = apiPaths[name].request;
    // With a key of its own, a request whose answer was lost can be repeated without making a second batch.
    const headers = { 'idempotency-key': options.idempotencyKey ?? randomUUID() };
    const value = await withRetries(
      async () => this.#envelope(path, await this.#post(path, request, headers, signal)),
      this.#retry,
      signal,
    );
    if (typeof value.batch_id !== 'string') throw unexpectedAnswer(path);
    return value.batch_id;
  }

  async #waitUntilFinished(name: BatchName, batchId: string, options: UploadCallOptions): Promise<number> {
    const { signal, onCheck, batchTimeoutSeconds = defaultBatchTimeoutSeconds } = options;
    const path = apiPaths[name].check;
    const deadline = performance.now() + batchTimeoutSeconds * 1_000;
    for (
      let waitMs: number = checkWaits.firstMs;
      ;
      waitMs = Math.min(waitMs * checkWaits.growth, checkWaits.longestMs)
    ) {
      const answer = await this.call(path, { batch_id: batchId }, signal);
      const { batch_flg: state, record_count: count } = answer;
      if (typeof state !== 'string') throw unexpectedAnswer(path);
      onCheck?.({ batchId, batchFlg: state });
      if (state === batchFlg.finished) return readCount(path, count);
      if (state === batchFlg.empty) return 0;
      if (state === batchFlg.cancelled) throw new PlatformError('batch-aborted', `Batch ${batchId} was aborted`);
      if (state === batchFlg.failed) throw batchFailed(batchId, answer);
      if (performance.now() > deadline) {
        throw new PlatformError('timeout', `Batch ${batchId} is not finished after ${batchTimeoutSeconds} s`);
      }
      await sleep(waitMs, undefined, { signal }).catch((reason: unknown) => {
        signal?.throwIfAborted();
        throw reason;
      });
    }
  }

  #fetchPage(name: BatchName, batchId: string, from: number, to: number, signal: AbortSignal | undefined) {
    const path = apiPaths[name].get;
    const body = { batch_id: batchId, seq_from: String(from), seq_to: String(to) };
    return withRetries(
      async () => {
        const answer = await this.#post(path, body, marked.has(name) ? preferAcknowledgement : {}, signal);
        if (answer.status !== 200) this.#envelope(path, answer);
        const page = readPage(answer, arrayNames[name]);
        if (page.count === to - from + 1) return page;
        const message = `The records ${from} to ${to} were asked for, and ${page.count} came`;
        throw new PlatformError('answer-corrupt', message, { status: answer.status });
      },
      this.#retry,
      signal,
    );
  }

  /** A token that the API does not take any more is replaced once. */
  async #post(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const token = await this.#tokens.accessToken();
    const answer = await this.#postWith(token, path, body, headers, signal);
    if (answer.status !== 401) return answer;
    return this.#postWith(await this.#tokens.accessToken(token), path, body, headers, signal);
  }

  #postWith(
    token: string,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return exchange(this.#apiBase + path, {
      fetch: this.#fetch,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'gzip',
      },
      body: JSON.stringify(body),
      timeoutMs: this.#timeoutMs,
      signal,
    });
  }

  /** The body of a normal answer. */
  #envelope(path: string, { status, body }: Answer): Readonly<Record<string, unknown>> {
    const { value, requestId, errors } = readEnvelope(body);
    if (value === undefined || requestId === undefined) throw unexpectedAnswer(this.#apiBase + path, status);
    if (status === 200) return value;
    const details = { status, requestId, errors };
    const reasons = errors.map(({ error_item: item, error_code: code, error_detail: detail }) =>
      item === '' ? `${detail} (${code})` : `${item}: ${detail} (${code})`,
    );
    const message = reasons.join('; ') || `${path} answered HTTP ${status}`;
    if (status === 401) throw new PlatformError('not-authenticated', message, details);
    if (status === 403) throw new PlatformError('not-permitted', message, details);
    throw new PlatformError('request-refused', message, details);
  }
}

/** The downloads whose records the platform marks as downloaded. */
const marked: ReadonlySet<BatchName> = new Set(['trade']);
const preferAcknowledgement = { prefer: 'delivery=acknowledged' };

/** The array in which each get answers its records. */
const arrayNames: Readonly<Record<BatchName, string>> = {
  upload: 'result_list',
  master: 'master',
  trade: 'trade',
  nottrade: 'result_list',
  orderclosing: 'result_list',
  businessholiday: 'result_list',
  orderblock: 'result_list',
};

function readCount(path: string, count: unknown): number {
  if (typeof count !== 'string' || !/^\d+$/.test(count)) throw unexpectedAnswer(path);
  return Number(count);
}

function batchFailed(batchId: string, answer: Readonly<Record<string, unknown>>): PlatformError {
  const { errors, requestId } = readEnvelope(Buffer.from(JSON.stringify(answer)));
  const reason = errors.map(({ error_detail: detail }) => detail).join('; ') || 'no reason given';
  return new PlatformError('batch-failed', `Batch ${batchId} failed: ${reason}`, { requestId, errors });
}

function unexpectedAnswer(url: string, status?: number): PlatformError {
  const what = status === undefined ? 'an answer' : `HTTP ${status}`;
  return new PlatformError('answer-unexpected', `${url} gave ${what} that is not the platform's: check the address`, {
    status,
  });
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
