import { setTimeout as sleep } from 'node:timers/promises';
import type { Addresses, Credentials } from './api-caller.js';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Check {
  readonly batch_flg: string;
  readonly record_count: string;
}

const retryMs = 200;
const pageSize = 400;
const passwordGrant = '/api/credentials/access_token';
const reissue = '/idp/oauth2/access_token?realm=/api';

/**
 * A caller that never gives up. The caller repeats a call if no service answers or if a service is unavailable, and
 * gets a new token when its token has expired. The caller stops at any other refusal.
 */
export class SoakCaller {
  readonly #addresses: Addresses;
  readonly #credentials: Credentials;
  readonly #signal: AbortSignal;
  #tokens: Tokens | undefined;
  #renewing: Promise<void> | undefined;
  /** The number of tokens that the caller got with a refresh token. */
  reissued = 0;
  failedBatches = 0;

  constructor(addresses: Addresses, credentials: Credentials, signal: AbortSignal) {
    this.#addresses = addresses;
    this.#credentials = credentials;
    this.#signal = signal;
  }

  async call<Body>(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    for (;;) {
      const token = this.#tokens?.access_token;
      const answer =
        token === undefined
          ? undefined
          : await this.#post(`${this.#addresses.apiUrl}/ordApi/order${path}`, JSON.stringify(body), {
              ...headers,
              Authorization: `Bearer ${token}`,
              'Content-Type': 'application/json',
            });
      if (answer?.status === 200) return answer.body as Body;
      if (answer === undefined && token !== undefined) await this.#pause();
      else if (token === undefined || answer?.status === 401) await this.#renew(token);
      else throw new Error(`${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    }
  }

  /**
   * Requests a new batch and returns all of its records. If the batch fails, for example because its worker died
   * repeatedly, another batch is requested.
   */
  async records<Row>(path: string, request: object, array: string, key?: string): Promise<readonly Row[]> {
    for (let attempt = 0; ; attempt++) {
      const headers = key === undefined ? {} : { 'Idempotency-Key': `${key}-${attempt}` };
      const { batch_id } = await this.call<{ batch_id: string }>(`${path}/request`, request, headers);
      const { batch_flg, record_count } = await this.#end(path, batch_id);
      if (batch_flg === '0') return [];
      if (batch_flg === '3') return this.#read(path, { batch_id, count: Number(record_count), array });
      this.failedBatches++;
    }
  }

  async #read<Row>(path: string, { batch_id, count, array }: { batch_id: string; count: number; array: string }) {
    const rows: Row[] = [];
    for (let first = 1; first <= count; first += pageSize) {
      const range = { batch_id, seq_from: String(first), seq_to: String(first + pageSize - 1) };
      rows.push(...((await this.call<Record<string, Row[]>>(`${path}/get`, range))[array] ?? []));
    }
    if (rows.length !== count) throw new Error(`${path}: ${rows.length} of ${count} records`);
    return rows;
  }

  async #end(path: string, batch_id: string): Promise<Check> {
    for (;;) {
      const check = await this.call<Check>(`${path}/check`, { batch_id }, { Prefer: 'wait=5' });
      if (check.batch_flg !== '1' && check.batch_flg !== '2') return check;
    }
  }

  /** Simultaneous calls with an expired token share one new pair of tokens. */
  async #renew(ended: string | undefined): Promise<void> {
    if (this.#tokens?.access_token !== ended) return;
    this.#renewing ??= this.#getTokens().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #getTokens(): Promise<void> {
    const { userId, password, clientId, clientSecret } = this.#credentials;
    const client = { client_id: clientId, client_secret: clientSecret };
    while (this.#tokens !== undefined) {
      const form = { ...client, grant_type: 'refresh_token', refresh_token: this.#tokens.refresh_token };
      const answer = await this.#form(reissue, form);
      if (answer?.status === 200) {
        this.#tokens = answer.body as Tokens;
        this.reissued++;
        return;
      }
      if (answer === undefined) await this.#pause();
      else this.#tokens = undefined;
    }
    for (;;) {
      const answer = await this.#form(passwordGrant, { ...client, user_id: userId, user_password: password });
      if (answer?.status === 200) {
        this.#tokens = answer.body as Tokens;
        return;
      }
      if (answer !== undefined) throw new Error(`No token: ${JSON.stringify(answer.body)}`);
      await this.#pause();
    }
  }

  #form(path: string, form: Readonly<Record<string, string>>) {
    return this.#post(`${this.#addresses.authUrl}${path}`, new URLSearchParams(form));
  }

  /** Returns undefined if no service answered, if the answer broke off, or if the service is unavailable. */
  async #post(url: string, body: string | URLSearchParams, headers: Readonly<Record<string, string>> = {}) {
    this.#signal.throwIfAborted();
    const answer = await fetch(url, { method: 'POST', body, headers }).catch(() => undefined);
    const read: unknown = await answer?.json().catch(() => undefined);
    if (answer === undefined || read === undefined || answer.status >= 500) return undefined;
    return { status: answer.status, body: read };
  }

  async #pause(): Promise<void> {
    await sleep(retryMs, undefined, { signal: this.#signal });
  }
}
