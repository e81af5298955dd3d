import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestTokenIssuer } from '@trading-platform/auth-core/testing';
import { type DownloadName, downloads, type Right, rights } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { startService } from '@trading-platform/service';
import { ConsoleModule } from '../src/app.module.js';
import { consoleSettings, readEnv } from '../src/env.js';
import { configureHttp } from '../src/http/configure-http.js';
import { Seal } from '../src/session/seal.js';
import { liveSessionOf } from '../src/session/session.guard.js';
import type { ConnectionsAnswer, ConsoleErrorBody, SessionAnswer } from '../wire/index.js';

const secretKey = 'a secret key of at least 32 characters';
const memberCode = '10000001';
const downloadNames = Object.keys(downloads) as readonly DownloadName[];
/** The function of each batch of the platform in this test. The place of a function is the number of its batch. */
const functions = ['order-upload', 'trade-update', ...downloadNames] as const;
const rightOf = (name: (typeof functions)[number]): Right => {
  if (name === 'order-upload') return 'order';
  return name === 'trade-update' ? 'update' : downloads[name].right;
};

/** One call of the page, and the rights that it needs. */
interface Call {
  readonly call: string;
  readonly needed: readonly Right[];
}

const about = (
  call: string,
  names: readonly (typeof functions)[number][],
  ...also: readonly Right[]
): readonly Call[] =>
  names.map((name) => ({
    call: call.replace(':batchId', String(functions.indexOf(name))).replace(':name', name),
    needed: [...also, rightOf(name)],
  }));
const need = (call: string, ...needed: readonly Right[]): readonly Call[] => [{ call, needed }];

/** Every route of the console that is under `/api/`, with its calls. */
const calls: Readonly<Record<string, readonly Call[]>> = {
  'GET /api/session': need('GET /api/session'),
  'POST /api/session/end': need('POST /api/session/end'),
  'GET /api/functions': need('GET /api/functions'),
  'GET /api/functions/:name/record': need('GET /api/functions/trade/record'),
  'GET /api/applications/:clientId': need('GET /api/applications/c'),
  'GET /api/users/:userId': need('GET /api/users/u'),
  'GET /api/connections': need('GET /api/connections'),
  'DELETE /api/connections/:grantId': need('DELETE /api/connections/g1'),
  'GET /api/overview': need('GET /api/overview', 'batch'),
  'GET /api/batches/events': need('GET /api/batches/events', 'batch'),
  'GET /api/batches': need('GET /api/batches', 'batch'),
  'GET /api/batches/:batchId': need('GET /api/batches/1', 'batch'),
  'GET /api/batches/:batchId/readers': need('GET /api/batches/1/readers', 'batch'),
  'DELETE /api/batches/:batchId': need('DELETE /api/batches/1', 'batch'),
  'POST /api/batches/:batchId/again': about('POST /api/batches/:batchId/again', downloadNames, 'batch'),
  'GET /api/batches/:batchId/records': about('GET /api/batches/:batchId/records?from=1&to=2', functions, 'batch'),
  'GET /api/batches/:batchId/search': about('GET /api/batches/:batchId/search?text=a', functions, 'batch'),
  'GET /api/batches/:batchId/download': about('GET /api/batches/:batchId/download?format=ndjson', functions, 'batch'),
  'POST /api/requests/:name': about('POST /api/requests/:name', downloadNames),
  'GET /api/company': need('GET /api/company', 'list'),
  'GET /api/partners': need('GET /api/partners', 'list'),
  'GET /api/partners/:partner': need('GET /api/partners/1', 'list'),
  'GET /api/partners/:partner/terms': need('GET /api/partners/1/terms', 'setting'),
  'GET /api/partners/:partner/products/:product': need('GET /api/partners/1/products/2', 'master'),
  'GET /api/products': need('GET /api/products', 'list'),
  'POST /api/delivery-date': need('POST /api/delivery-date', 'lookup'),
  'GET /api/orders': need('GET /api/orders', 'list'),
  'GET /api/orders/form': need('GET /api/orders/form'),
  'POST /api/orders/generate': need('POST /api/orders/generate', 'order'),
  'POST /api/orders/upload': need('POST /api/orders/upload', 'order'),
  'GET /api/orders/uploads/:uploadId': need('GET /api/orders/uploads/0', 'batch', 'order'),
  'GET /api/orders/uploads/:uploadId/request': need('GET /api/orders/uploads/0/request', 'batch', 'order'),
  'GET /api/find': need('GET /api/find?text=a'),
  'GET /api/slips': need('GET /api/slips', 'list', 'trade'),
  'GET /api/slips/:tradeId': need('GET /api/slips/T1', 'trade'),
  'POST /api/slips/:tradeId/update': need('POST /api/slips/T1/update', 'trade', 'update'),
  'GET /api/events': need('GET /api/events', 'event'),
  'GET /api/endpoints': need('GET /api/endpoints', 'event'),
  'POST /api/endpoints': need('POST /api/endpoints', 'event'),
  'POST /api/endpoints/:endpointId': need('POST /api/endpoints/e1', 'event'),
  'DELETE /api/endpoints/:endpointId': need('DELETE /api/endpoints/e1', 'event'),
  'POST /api/endpoints/:endpointId/rotate': need('POST /api/endpoints/e1/rotate', 'event'),
  'POST /api/endpoints/:endpointId/test': need('POST /api/endpoints/e1/test', 'event'),
  'POST /api/endpoints/:endpointId/replay': need('POST /api/endpoints/e1/replay', 'event'),
  'GET /api/endpoints/:endpointId/attempts': need('GET /api/endpoints/e1/attempts', 'event'),
};
const allCalls = Object.values(calls).flat();

let platform: Server;
let issuer: TestTokenIssuer;
let url: string;
let stop: () => Promise<unknown>;
const routes: string[] = [];
/** The calls of the console to the data API. */
const seen: string[] = [];

/** The batch with this number, as the data API shows it. */
function batchOf(batchId: string): object {
  const texts = 'records_expected queue_position started_at wait_ms run_ms snapshot_at last_read_at expires_at reason';
  return {
    ...Object.fromEntries(texts.split(' ').map((name) => [name, ''])),
    batch_id: batchId,
    function: functions[Number(batchId)],
    client_id: 'c',
    state: 'finished',
    record_count: '0',
    error_count: '0',
    requested_at: '2026-11-20 09:30:14',
    ended_at: '2026-11-20 09:30:16',
    attempts: '1',
    records_kept: '1',
    change_cursor: '',
    changes_only: '0',
    removed_count: '0',
    record_bytes: '0',
    stored_bytes: '0',
    request: '{}',
  };
}

const partner = { member_code_partner: '1', member_name_partner: '', customer_code: '', order_block_flg: '0' };
const emptyLists = {
  batch_list: [],
  partner_list: [partner],
  terms: {},
  product: { member_code: memberCode, catalog: [] },
  catalog_list: [],
  order_list: [],
  details_list: [],
  result_list: [],
  event_list: [],
  endpoint_list: [],
  attempt_list: [],
  slip_list: [],
  product_list: [],
};
/** A batch that has ended, and one slip without changes. */
const ended = { batch_flg: '3', record_count: '1' };
const slip = {
  trade: { trade_id: 'T1', status_code: '60', version: '1', detail_list: [], actions: [] },
  history_list: [],
};
const outcome = {
  result: '0',
  status_code: '60',
  version: '1',
  new_trade_id: '',
  new_check_number: '',
  error_list: [],
};
const at = '2026-11-20 09:30:14';
const endpoint = {
  endpoint: { endpoint_id: 'e1', enabled: '1', disabled_reason: '', created: at },
  attempt: {
    attempt_id: 'a1',
    event_id: 'test',
    type: 'endpoint.test',
    at,
    status: '204',
    latency_ms: '1',
    next_at: '',
  },
};
const served = { request_id: 'r', result: 0, error_list: [], batch_id: '1', outcome: 'discarded', next_cursor: '' };

function heldBy(authorization = ''): readonly string[] {
  const payload = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { entitlements: readonly string[] }).entitlements;
}

/** A platform of one data API and one authentication server. Its data API judges only the right of a batch's function. */
function startPlatform(): Server {
  return createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '', 'http://platform');
    const send = (status: number, body: unknown) =>
      answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    request.resume();
    if (pathname === '/jwks') return send(200, issuer.keySet());
    if (pathname === '/revocations') return send(200, { position: 0, more: false, keep_seconds: 360, revocations: [] });
    if (pathname.endsWith('/account/grants')) return send(200, { grants });
    if (pathname.startsWith('/idp/account/clients/')) return send(200, { client_id: 'c', client_name: 'Shop' });
    if (pathname.startsWith('/idp/')) return send(200, {});
    seen.push(`${request.method} ${pathname}`);
    const [, batchId = '', part] = /\/batches\/(\d+)(\/records|\/search)?$/.exec(pathname) ?? [];
    if (part !== undefined) {
      const right = rightOf(functions[Number(batchId)] ?? 'trade');
      if (heldBy(request.headers.authorization).includes(right)) {
        if (part === '/search') return send(200, { ...served, record_list: [], next_seq: '' });
        answer.writeHead(200).end();
        return;
      }
      const detail = `This application does not have the right "${right}": ask the operator.`;
      const error_list = [{ error_item: '', error_code: 'E100001', error_detail: detail }];
      return send(403, { request_id: 'r', result: 1, error_list });
    }
    if (pathname.includes('/trades/')) return send(200, { ...served, ...slip });
    if (pathname.includes('/trade/update/')) return send(200, { ...served, ...ended, result_list: [outcome] });
    return send(200, { ...served, ...emptyLists, ...endpoint, ...(batchId === '' ? {} : { batch: batchOf(batchId) }) });
  });
}

const grant = { client_id: 'c', client_name: 'Shop', since: 1, last_used: 2, current: false };
const grants = [
  { ...grant, grant_id: 'g1', rights: ['list', 'order'] },
  { ...grant, grant_id: 'g2' },
];

beforeAll(async () => {
  platform = startPlatform();
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  issuer = new TestTokenIssuer({ issuer: address });
  const env = readEnv({
    CONSOLE_PORT: '0',
    AUTH_ISSUER: address,
    AUTH_JWKS_URL: `${address}/jwks`,
    AUTH_REVOCATIONS_URL: `${address}/revocations`,
    CONSOLE_API_URL: address,
    CONSOLE_CLIENT_ID: 'c',
    CONSOLE_CLIENT_SECRET: 's',
    CONSOLE_SECRET_KEY: secretKey,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  });
  const http = configureHttp(env);
  const service = await startService({
    name: 'console',
    version: '0.0.0',
    module: ConsoleModule,
    env,
    settings: consoleSettings,
    bodyCallerOf: (request) => liveSessionOf(request).session.memberCode,
    ...http,
    configure: (application) => {
      application
        .getHttpAdapter()
        .getInstance()
        .addHook('onRoute', ({ method, url: path, onRequest }) => {
          if (onRequest !== undefined || !path.startsWith('/api/')) return;
          routes.push(...[method].flat().map((one) => `${one} ${path}`));
        });
      return http.configure?.(application);
    },
  });
  url = `http://127.0.0.1:${service.port}`;
  stop = () => service.stop();
});

afterAll(async () => {
  await stop();
  platform.closeAllConnections();
  await new Promise((resolve) => platform.close(resolve));
});

/** Calls the console with a session whose access token has some rights. The answer of a stream is not read. */
async function ask(call: string, held: readonly string[]): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const accessToken = issuer.issue({ entitlements: held, member_code: memberCode, client_id: 'c' });
  const endsAt = Date.now() + 300_000;
  const tokens = { accessToken, refreshToken: `r${seen.length}`, accessTokenEndsAt: endsAt, renewAt: endsAt };
  const session = { id: 's', username: 'u', memberCode, signedInAt: Date.now(), tokens };
  const isUpload = path.endsWith('/upload');
  return fetch(url + path, {
    method,
    headers: {
      cookie: `console=${await new Seal(secretKey).seal('session', session)}`,
      'x-console': '1',
      ...(method === 'POST' ? { 'content-type': isUpload ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: isUpload ? '[]' : '{"orders":[],"since":0}' } : {}),
  });
}

/** The outcome of a call: its status. A refused call also has the kind of the refusal and the missing right. */
async function outcomeOf(call: string, held: readonly string[]): Promise<readonly unknown[]> {
  const answer = await ask(call, held);
  if (answer.status < 400) {
    await answer.body?.cancel();
    return [call, answer.status];
  }
  const { error } = (await answer.json()) as ConsoleErrorBody;
  return [call, answer.status, error.code, error.right];
}

const refused = (call: string, name: Right) => [call, 403, 'not-permitted', { name, words: rightMeanings[name] }];

describe('every call of the console against every right', () => {
  it('is in the table', () => {
    expect(routes.filter((route) => !route.startsWith('HEAD')).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it.each(rights)('without the right %s, the calls that need it are refused, in words', async (right) => {
    const held = rights.filter((each) => each !== right);
    for (const { call } of allCalls.filter(({ needed }) => needed.includes(right))) {
      expect(await outcomeOf(call, held)).toEqual(refused(call, right));
    }
  });

  it('with the needed rights alone, each call is made', async () => {
    for (const { call, needed } of allCalls) expect(await outcomeOf(call, needed)).toEqual([call, 200]);
  });

  it('without any right, no refused call reaches the data API, and what needs none is served', async () => {
    const reached: string[] = [];
    for (const { call, needed } of allCalls) {
      seen.length = 0;
      const [first] = needed;
      expect(await outcomeOf(call, [])).toEqual(first === undefined ? [call, 200] : refused(call, first));
      if (first !== undefined) reached.push(...seen);
    }
    expect(reached).toEqual([]);
  });

  it('HEAD is refused as GET', async () => {
    const heads = routes.filter((route) => route.startsWith('HEAD'));
    for (const route of heads) {
      const [{ call, needed } = { call: '', needed: [] as readonly Right[] }] =
        calls[route.replace('HEAD', 'GET')] ?? [];
      const { status } = await ask(call.replace('GET', 'HEAD'), []);
      expect([route, status === 403]).toEqual([route, needed.length > 0]);
    }
  });
});

describe('the rights of a session', () => {
  it('are told to the page with their words', async () => {
    const { rights: told } = (await (await ask('GET /api/session', ['order', 'list'])).json()) as SessionAnswer;
    expect(told).toEqual(
      rights.map((name) => ({ name, words: rightMeanings[name], isHeld: name === 'order' || name === 'list' })),
    );
  });

  it('of other systems are told in words, the most important first, where auth knows them', async () => {
    const { connections } = (await (await ask('GET /api/connections', [])).json()) as ConnectionsAnswer;
    expect(connections.map(({ rights: told }) => told)).toEqual([[rightMeanings.order, rightMeanings.list], undefined]);
  });
});
