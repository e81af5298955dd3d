/** The addresses of the services. */
export interface Addresses {
  readonly authUrl: string;
  readonly apiUrl: string;
}

/** A client that was created by `tpctl client create`. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Credentials extends Client {
  readonly userId: string;
  readonly password: string;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** An answer of the data API, including its body. */
export interface ApiAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface ErrorEntry {
  readonly error_item: string;
  readonly error_code: string;
  readonly error_detail: string;
}

/** The path of a download, of the order upload or of the trade update, without the prefix and without the step. */
export type DownloadPath = `/${string}/download${string}` | '/order/upload' | '/trade/update';

const pollMs = 50;
const renewBeforeMs = 60_000;

/**
 * A system that calls the data API. It gets its tokens by the credentials flow, and renews the tokens before they
 * expire.
 */
export class ApiCaller {
  readonly addresses: Addresses;
  readonly credentials: Credentials;
  #token = '';
  #endsAt = 0;

  private constructor(addresses: Addresses, credentials: Credentials) {
    this.addresses = addresses;
    this.credentials = credentials;
  }

  static async signIn(addresses: Addresses, credentials: Credentials): Promise<ApiCaller> {
    const caller = new ApiCaller(addresses, credentials);
    await caller.token();
    return caller;
  }

  async token(): Promise<string> {
    if (Date.now() < this.#endsAt - renewBeforeMs) return this.#token;
    const { userId, password, clientId, clientSecret } = this.credentials;
    const answer = await fetch(`${this.addresses.authUrl}/api/credentials/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        user_id: userId,
        user_password: password,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (answer.status !== 200) throw new Error(`No token for ${userId}: ${answer.status} ${await answer.text()}`);
    const record = (await answer.json()) as { access_token: string; exires_in: number };
    this.#token = record.access_token;
    this.#endsAt = Date.now() + record.exires_in * 1_000;
    return this.#token;
  }

  /** Calls a path with a JSON body. The path begins after the prefix. */
  async call<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    { headers = {}, method = 'POST' }: CallOptions = {},
  ): Promise<ApiAnswer<Body>> {
    const answer = await fetch(`${this.addresses.apiUrl}/ordApi/order${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await this.token()}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  }

  /** Posts a body without changing its bytes. */
  async send(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${this.addresses.apiUrl}/ordApi/order${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await this.token()}`, 'Content-Type': 'application/json', ...headers },
      body,
    });
  }

  /** Makes the request step and returns the batch number. */
  async request(path: DownloadPath, body: object = {}): Promise<string> {
    const { status, body: answer } = await this.call(`${path}/request`, body);
    if (status !== 200) throw new Error(`Request refused: ${status} ${JSON.stringify(answer)}`);
    return String(answer['batch_id']);
  }

  /** Repeats the check until the batch has ended. */
  async waitForEnd(path: DownloadPath, batchId: string): Promise<{ flag: string; count: number }> {
    for (;;) {
      const { body } = await this.call<{ batch_flg: string; record_count: string }>(`${path}/check`, {
        batch_id: batchId,
      });
      if (body.batch_flg !== '1' && body.batch_flg !== '2') {
        return { flag: body.batch_flg, count: Number(body.record_count) };
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** Reads all records of a finished batch, page by page. */
  async records<Row = Record<string, unknown>>(
    path: DownloadPath,
    { batchId, count, arrayName, pageSize }: { batchId: string; count: number; arrayName: string; pageSize: number },
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let first = 1; first <= count; first += pageSize) {
      const range = { batch_id: batchId, seq_from: String(first), seq_to: String(first + pageSize - 1) };
      const { body } = await this.call<Record<string, Row[]>>(`${path}/get`, range);
      rows.push(...(body[arrayName] ?? []));
    }
    return rows;
  }
}
