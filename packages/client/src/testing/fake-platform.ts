import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, gzipSync } from 'node:zlib';

/** What a call looked like to the platform. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, string>>;
}

/** Takes over the answer to one call; answers whether it has. */
export type Disturbance = (call: SeenCall, response: ServerResponse) => boolean;

const user = { user_id: 'tanaka', user_password: 'correct horse', client_id: 'erp', client_secret: 'secret' };
const apiPrefix = '/ordApi/order';

/**
 * The platform as callers see it, on one port: tokens of both kinds, one batch of `recordCount` records of master or trade
 * that is finished at the third check, gzip bodies with checksum, acknowledgements. Disturbances make it misbehave, one call each.
 */
export class FakePlatform {
  recordCount = 10;
  /** What an upload get answers. */
  uploadResults: readonly object[] = [];
  accessTokenLifetimeSeconds = 300;
  /** Values of `batch_flg` of the coming checks; then finished. */
  states = ['1', '2'];
  readonly calls: SeenCall[] = [];
  readonly disturbances: Disturbance[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #tokens = 0;
  #refreshToken = '';
  #accessTokens = new Set<string>();
  #batches = new Map<string, string>();

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Calls to paths that end so. */
  callsTo(end: string): SeenCall[] {
    return this.calls.filter(({ path }) => path.endsWith(end));
  }

  /** No token given out so far is taken any more; refresh tokens are. */
  forgetAccessTokens(): void {
    this.#accessTokens = new Set();
  }

  forgetGrants(): void {
    this.#refreshToken = '';
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    const path = (request.url ?? '').split('?')[0] ?? '';
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const body = (
      isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}')
    ) as SeenCall['body'];
    const call = { method: request.method ?? '', path, headers: request.headers, body };
    this.calls.push(call);
    const [disturbance] = this.disturbances;
    if (disturbance?.(call, response)) {
      this.disturbances.shift();
      return;
    }
    if (isForm) this.#answerToken(call, response);
    else this.#answerData(call, response);
  }

  #answerToken({ path, body }: SeenCall, response: ServerResponse): void {
    const right = path.endsWith('/credentials/access_token')
      ? Object.entries(user).every(([name, value]) => body[name] === value)
      : body.grant_type === 'refresh_token' && body.refresh_token === this.#refreshToken;
    if (path.endsWith('/revoke')) return send(response, 200, {});
    if (!right) return send(response, 400, { error: 'invalid_grant', error_description: 'User or password is wrong' });
    this.#tokens++;
    this.#refreshToken = `refresh-${this.#tokens}`;
    this.#accessTokens.add(`access-${this.#tokens}`);
    send(response, 200, {
      scope: 'openid profile email qualified',
      exires_in: this.accessTokenLifetimeSeconds,
      token_type: 'Bearer',
      access_token: `access-${this.#tokens}`,
      refresh_token: this.#refreshToken,
    });
  }

  #answerData({ method, path, headers, body }: SeenCall, response: ServerResponse): void {
    if (!this.#accessTokens.has(headers.authorization?.slice('Bearer '.length) ?? '')) {
      return send(response, 401, refusal('E100002', '', 'Get a new token.'));
    }
    if (method === 'DELETE') return send(response, 200, envelope);
    switch (path.slice(apiPrefix.length).replace(/^\/batches\/\d+/, '/batches/{batch_id}')) {
      case '/order/upload/request':
      case '/trade/download/request':
      case '/master/download/buy/request': {
        const key = headers['idempotency-key'] as string;
        const batchId = this.#batches.get(key) ?? String(this.#batches.size + 7);
        this.#batches.set(key, batchId);
        return send(response, 200, { ...envelope, batch_id: batchId });
      }
      case '/trade/download/check':
      case '/master/download/buy/check': {
        const state = this.states.shift() ?? '3';
        const count = state === '3' ? this.recordCount : 0;
        return send(response, 200, { ...envelope, batch_flg: state, record_count: String(count) });
      }
      case '/order/upload/check':
        return send(response, 200, { ...envelope, batch_flg: '3', record_count: String(this.uploadResults.length) });
      case '/order/upload/get':
        return send(response, 200, { ...envelope, result_list: this.uploadResults });
      case '/master/download/buy/get':
        return this.sendRecords(response, Number(body.seq_from), Number(body.seq_to));
      case '/trade/download/get': {
        if (headers.prefer === 'delivery=acknowledged') response.setHeader('preference-applied', headers.prefer);
        return this.sendRecords(response, Number(body.seq_from), Number(body.seq_to), undefined, 'trade');
      }
      case '/batches/{batch_id}/delivered':
        return send(response, 200, envelope);
      default:
        return send(response, 400, refusal('E000002', 'some_field', 'Send a number.'));
    }
  }

  /** @param tamper changes the array's text after its checksum was taken */
  sendRecords(
    response: ServerResponse,
    from: number,
    to: number,
    tamper = (records: string) => records,
    arrayName = 'master',
  ): void {
    const records = aRange(from, Math.min(to, this.recordCount)).join(',');
    const text = `{"request_id":"r","result":0,"error_list":[],"${arrayName}":[${tamper(records)}]}`;
    const body = gzipSync(text);
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': body.length,
      'x-range-crc32': crc32(records).toString(16).padStart(8, '0'),
    });
    response.end(body);
  }
}

export const envelope = { request_id: 'r', result: 0, error_list: [] };

export function refusal(code: string, item: string, detail: string) {
  return { request_id: 'r', result: 1, error_list: [{ error_item: item, error_code: code, error_detail: detail }] };
}

export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Records with everything that makes reading JSON by bytes difficult. */
export function aRange(from: number, to: number): string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    JSON.stringify({
      seq: String(from + index),
      member_name: '居酒屋 "さくら" \\',
      op_name: '] } , [ {',
      buy: [],
      catalog: [{ item_spec: '10kg×2\n箱', catalog_id: '1' }],
    }),
  );
}
