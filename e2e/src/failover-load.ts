import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCaller } from './api-caller.js';
import { dayAhead, manyOrders, type UploadRow, upload } from './order-market.js';

const pauseMs = 100;
const ordersPerUpload = 5;
const trade = '/trade/download';
const master = '/master/download/buy';
const unmarked = {
  target_date_set: '2',
  target_date_from: dayAhead(-1),
  target_date_to: dayAhead(1),
  status_code: ['40'],
  not_downloaded_flg: '1',
};

/** The pair of tokens in an answer of auth. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Check {
  readonly batch_flg: string;
  readonly record_count: string;
}

type Work = 'request' | 'upload' | 'reissue' | 'mark';

/**
 * A caller that repeatedly makes every kind of call that the platform acknowledges, and records the acknowledged
 * results. The caller repeats a call if no service answers or if a service is unavailable. The caller stops at any
 * other refusal.
 */
export class FailoverLoad {
  readonly batchIds: string[] = [];
  /** The numbers of the created slips, by upload number. */
  readonly tradeIds = new Map<string, string>();
  readonly marked = new Set<string>();
  readonly #caller: ApiCaller;
  #tokens: Tokens;
  /** For each kind of call, the time at which the last acknowledged call began. */
  readonly #began: Record<Work, number> = { request: 0, upload: 0, reissue: 0, mark: 0 };
  #acknowledged = Promise.withResolvers<void>();
  #stopping = false;
  #abandoned = false;
  readonly #running: Promise<unknown>;

  constructor(caller: ApiCaller, tokens: Tokens) {
    this.#caller = caller;
    this.#tokens = tokens;
    this.#running = Promise.all([
      this.#repeat(() => this.#request()),
      this.#repeat((round) => this.#upload(round)),
      this.#repeat(() => this.#reissue()),
      this.#repeat(() => this.#mark()),
    ]);
    // The error is thrown to the next caller that waits.
    this.#running.catch(() => undefined);
  }

  get tokens(): Tokens {
    return this.#tokens;
  }

  /** Resolves when, for each kind of call, a call that began after the given time has been acknowledged. */
  async allSince(instant: number): Promise<void> {
    while (Object.values(this.#began).some((began) => began <= instant)) {
      await Promise.race([this.#acknowledged.promise, this.#running]);
    }
  }

  /** Stops after the running calls have been answered. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /** Stops without waiting for answers, because after a failed test they may never arrive. */
  abandon(): void {
    this.#stopping = true;
    this.#abandoned = true;
  }

  async #repeat(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; !this.#stopping; round++) {
      await work(round);
      await sleep(pauseMs);
    }
  }

  async #request(): Promise<void> {
    const { batch_id } = await this.#call<{ batch_id: string }>('request', `${master}/request`, {});
    this.batchIds.push(batch_id);
  }

  async #upload(round: number): Promise<void> {
    const order_list = manyOrders(ordersPerUpload, `upload-${round}`);
    for (let attempt = 0; ; attempt++) {
      const key = { 'Idempotency-Key': `upload-${round}-${attempt}` };
      const { batch_id } = await this.#call<{ batch_id: string }>('upload', `${upload}/request`, { order_list }, key);
      const { batch_flg, record_count } = await this.#end(upload, batch_id);
      const range = { batch_id, seq_from: '1', seq_to: String(ordersPerUpload) };
      const { result_list } = await this.#call<{ result_list: readonly UploadRow[] }>('read', `${upload}/get`, range);
      for (const { upload_no, trade_id } of result_list) {
        if ((this.tradeIds.get(upload_no) ?? trade_id) !== trade_id) throw new Error(`${upload_no} has two slips`);
        this.tradeIds.set(upload_no, trade_id);
      }
      if (batch_flg === '3' && Number(record_count) === ordersPerUpload) return;
    }
  }

  async #reissue(): Promise<void> {
    const { clientId, clientSecret } = this.#caller.credentials;
    const fields = { client_id: clientId, client_secret: clientSecret, grant_type: 'refresh_token' };
    const url = `${this.#caller.addresses.authUrl}/idp/oauth2/access_token?realm=/api`;
    this.#tokens = await this.#insist<Tokens>('reissue', () =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, refresh_token: this.#tokens.refresh_token }),
      }),
    );
  }

  async #mark(): Promise<void> {
    const { batch_id } = await this.#call<{ batch_id: string }>('read', `${trade}/request`, unmarked);
    const { batch_flg, record_count } = await this.#end(trade, batch_id);
    if (batch_flg !== '3') return;
    const range = { seq_from: '1', seq_to: record_count };
    const prefers = { Prefer: 'delivery=acknowledged' };
    const { trade: slips } = await this.#call<{ trade: readonly { trade_id: string }[] }>(
      'read',
      `${trade}/get`,
      { batch_id, ...range },
      prefers,
    );
    const ids = slips.map(({ trade_id }) => trade_id);
    const again = ids.filter((id) => this.marked.has(id));
    if (again.length > 0) throw new Error(`Slips are not marked any more: ${again.join(', ')}`);
    await this.#call('mark', `/batches/${batch_id}/delivered`, range);
    for (const id of ids) this.marked.add(id);
  }

  async #end(path: string, batch_id: string): Promise<Check> {
    for (;;) {
      const check = await this.#call<Check>('read', `${path}/check`, { batch_id });
      if (check.batch_flg !== '1' && check.batch_flg !== '2') return check;
      await sleep(pauseMs);
    }
  }

  #call<Body>(
    work: Work | 'read',
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Body> {
    return this.#insist<Body>(work, () => this.#post(path, body, headers));
  }

  async #post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#caller.send(path, Buffer.from(JSON.stringify(body)), headers);
  }

  async #insist<Body>(work: Work | 'read', call: () => Promise<Response>): Promise<Body> {
    while (!this.#abandoned) {
      const began = performance.now();
      const answer = await call().catch(() => undefined);
      const body: unknown = await answer?.json().catch(() => undefined);
      if (answer?.status === 200 && body !== undefined) {
        if (work !== 'read') this.#note(work, began);
        return body as Body;
      }
      if (answer !== undefined && answer.status < 500) throw new Error(`${answer.url}: ${JSON.stringify(body)}`);
      await sleep(pauseMs);
    }
    throw new Error('Abandoned');
  }

  #note(work: Work, began: number): void {
    this.#began[work] = began;
    this.#acknowledged.resolve();
    this.#acknowledged = Promise.withResolvers();
  }
}
