import { expect } from '@jest/globals';
import { type Addresses, ApiCaller, type Credentials } from './api-caller.js';
import { anOrder, dayAhead, manyOrders, type UploadRow, upload } from './order-market.js';

const master = '/master/download/buy';
const trade = '/trade/download';
const pollMs = 50;
const ordersPerUpload = 3;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * A caller that repeatedly uses all functions of a platform. Successive calls go to different processes. Every call
 * must succeed, and none is repeated.
 */
export class StrictLoad {
  readonly #places: Addresses[];
  readonly #caller: ApiCaller;
  #tokens: Tokens | undefined;
  #calls = 0;
  #rounds = 0;
  #stopping = false;
  #moved = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;

  private constructor(places: Addresses[], caller: ApiCaller) {
    this.#places = places;
    this.#caller = caller;
  }

  static async begin(place: Addresses, credentials: Credentials): Promise<StrictLoad> {
    const places = [place];
    let turn = 0;
    const next = () => places[turn++ % places.length]!;
    const addresses: Addresses = {
      get authUrl() {
        return next().authUrl;
      },
      get apiUrl() {
        return next().apiUrl;
      },
    };
    const load = new StrictLoad(places, await ApiCaller.signIn(addresses, credentials));
    load.#running = load.#run();
    load.#running.catch(() => undefined);
    return load;
  }

  get calls(): number {
    return this.#calls;
  }

  /**
   * From now on, calls go to the given processes in turn. Work that was begun at another process is finished at these
   * processes.
   */
  async serveFrom(...places: readonly Addresses[]): Promise<void> {
    this.#places.splice(0, this.#places.length, ...places);
    // A call to an earlier process may still be running.
    await this.rounds(1);
  }

  /** Resolves when this many further rounds are complete. */
  async rounds(count: number): Promise<void> {
    const wanted = this.#rounds + count + 1;
    while (this.#rounds < wanted) await Promise.race([this.#moved.promise, this.#running]);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#round(this.#rounds);
      this.#rounds++;
      this.#moved.resolve();
      this.#moved = Promise.withResolvers();
    }
  }

  async #round(round: number): Promise<void> {
    await this.#reissue();
    const products = await this.#download(master, {});
    expect(products.count).toBeGreaterThan(0);
    const orders = manyOrders(ordersPerUpload, `round-${round}`);
    const taken = await this.#upload(orders);
    expect(await this.#upload(orders)).toEqual(taken);
    const [planned = ''] = await this.#upload([anOrder(`planned-${round}`, { send_flg: '0' })]);
    await this.#call('/order/generate', { trade_id_list: [planned] });
    const today = { target_date_set: '2', target_date_from: dayAhead(-1), target_date_to: dayAhead(1) };
    const slips = await this.#download(trade, { ...today, status_code: ['40'], trade_id: [planned] });
    expect(slips.count).toBe(1);
    await this.#call(`/batches/${slips.batchId}/delivered`, { seq_from: '1', seq_to: '1' });
    const left = { ...today, status_code: ['40'], trade_id: [planned], not_downloaded_flg: '1' };
    expect((await this.#download(trade, left)).count).toBe(0);
    await this.#call('/order/list', { limit: '10' });
    await this.#call('/partner/list', {});
  }

  async #call<Body>(path: string, body: object): Promise<Body> {
    const answer = await this.#caller.call<Body>(path, body);
    this.#calls++;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #download(path: typeof master | typeof trade, body: object): Promise<{ batchId: string; count: number }> {
    const { batch_id } = await this.#call<{ batch_id: string }>(`${path}/request`, body);
    const count = await this.#end(path, batch_id);
    const range = { batch_id, seq_from: '1', seq_to: String(Math.max(count, 1)) };
    if (count > 0) await this.#call(`${path}/get`, range);
    return { batchId: batch_id, count };
  }

  async #upload(orders: readonly object[]): Promise<readonly string[]> {
    const { batch_id } = await this.#call<{ batch_id: string }>(`${upload}/request`, { order_list: orders });
    const count = await this.#end(upload, batch_id);
    const range = { batch_id, seq_from: '1', seq_to: String(count) };
    const { result_list } = await this.#call<{ result_list: readonly UploadRow[] }>(`${upload}/get`, range);
    expect(result_list.map(({ error_list }) => error_list)).toEqual(orders.map(() => []));
    return result_list.map(({ trade_id }) => trade_id);
  }

  /** Returns the number of records in the batch. */
  async #end(path: string, batch_id: string): Promise<number> {
    for (;;) {
      const check = await this.#call<{ batch_flg: string; record_count: string }>(`${path}/check`, { batch_id });
      if (check.batch_flg === '0' || check.batch_flg === '3') return Number(check.record_count || '0');
      expect(['1', '2']).toContain(check.batch_flg);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** Signs in once. Afterwards, each pair of tokens is made from the previous pair. */
  async #reissue(): Promise<void> {
    const { clientId, clientSecret, userId, password } = this.#caller.credentials;
    const client = { client_id: clientId, client_secret: clientSecret };
    const [path, fields] =
      this.#tokens === undefined
        ? ['/api/credentials/access_token', { user_id: userId, user_password: password }]
        : [
            '/idp/oauth2/access_token?realm=/api',
            { grant_type: 'refresh_token', refresh_token: this.#tokens.refresh_token },
          ];
    const answer = await fetch(`${this.#caller.addresses.authUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, ...fields } as Record<string, string>),
    });
    this.#calls++;
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    this.#tokens = (await answer.json()) as Tokens;
  }
}
