import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rights } from '@trading-platform/domain-types';
import { otherMember, ownMember, RunningApi } from './running-api.js';

interface Answer {
  readonly error_list: readonly { error_item: string; error_code: string; error_detail: string }[];
  readonly endpoint: Readonly<Record<string, string>> & { readonly endpoint_id: string };
  readonly endpoint_list: readonly object[];
  readonly attempt: Readonly<Record<string, string>>;
  readonly attempt_list: readonly Readonly<Record<string, string>>[];
  readonly next_cursor: string;
}

const refusals = ({ error_list }: Answer) => error_list.map(({ error_item, error_code }) => [error_item, error_code]);

describe('event endpoints', () => {
  let api: RunningApi;
  let token: string;
  let receiver: Server;
  let status = 204;
  let url: string;

  beforeAll(async () => {
    receiver = createServer((_, reply) => reply.writeHead(status).end('taken')).listen(0, '127.0.0.1');
    api = await RunningApi.start({ EVENT_ADDRESSES: 'public,127.0.0.1/32', EVENT_ALLOW_HTTP: '1' });
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
    token = await api.issuer.sign({ rights });
  });

  afterAll(async () => {
    await api.stop();
    receiver.close();
  });

  async function call(path: string, body?: object, options: { method?: string; token?: string } = {}) {
    const answer = await api.call(`/event-endpoints${path}`, body, { token, ...options });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  }

  it.each([
    [{}, [['url', 'E000001']]],
    [{ url: 'ftp://example.com/' }, [['url', 'E000002']]],
    [{ url: 'https://user@example.com/' }, [['url', 'E000002']]],
    [{ url: 'https://example.com:22/' }, [['url', 'E000002']]],
    [{ url: `https://example.com/${'a'.repeat(2_000)}` }, [['url', 'E000003']]],
    [{ url: 'https://169.254.169.254/' }, [['url', 'E000004']]],
    [{ url: 'https://[::ffff:10.0.0.1]/' }, [['url', 'E000004']]],
    [
      { url: 'https://0x7f000002/', types: 'trade.*,other', member_codes: `${ownMember},${otherMember}` },
      [
        ['url', 'E000004'],
        ['types', 'E000004'],
        ['member_codes[1]', 'E000008'],
      ],
    ],
    [{ url: 'https://example.com/', member_codes: '123456789' }, [['member_codes', 'E000003']]],
    [{ url: 'https://example.com/', description: 'a'.repeat(201) }, [['description', 'E000003']]],
  ])('refuses to make %j', async (body, defects) => {
    const answer = await call('', body);
    expect([answer.status, refusals(answer)]).toEqual([400, defects]);
  });

  it('shows a secret only when it is made or replaced, and never to others', async () => {
    const { endpoint } = await call('', { url, types: 'trade.*, batch.ended', member_codes: '10000002,10000001' });
    expect(endpoint).toEqual({
      endpoint_id: expect.any(String),
      url,
      types: 'trade.*,batch.ended',
      member_codes: '10000002,10000001',
      description: '',
      enabled: '0',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created: expect.any(String),
      disabled_reason: 'untested',
    });
    const path = `/${endpoint.endpoint_id}`;
    const { secret, ...shown } = endpoint;
    expect((await call('', undefined, { method: 'GET' })).endpoint_list).toEqual([shown]);
    const rotated = await call(`${path}/rotate`, {});
    expect(rotated.endpoint).toEqual({ ...shown, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.endpoint['secret']).not.toBe(secret);
    const stranger = { token: await api.issuer.sign({ rights, clientId: 'client-2' }) };
    expect((await call('', undefined, { method: 'GET', ...stranger })).endpoint_list).toEqual([]);
    for (const [end, method, body] of [
      ['', 'POST', {}],
      ['', 'DELETE', undefined],
      ['/rotate', 'POST', {}],
      ['/test', 'POST', {}],
      ['/replay', 'POST', { after: '0' }],
      ['/attempts', 'GET', undefined],
    ] as const) {
      const answer = await call(`${path}${end}`, body, { method, ...stranger });
      expect([answer.status, refusals(answer)]).toEqual([404, [['', 'E700004']]]);
    }
    expect((await call(path, undefined, { method: 'DELETE' })).status).toBe(200);
  });

  it('enables an endpoint when its address has answered a test, and lists the attempts', async () => {
    const { endpoint } = await call('', { url });
    const path = `/${endpoint.endpoint_id}`;
    const early = await call(path, { enabled: '1' });
    expect([early.status, refusals(early)]).toEqual([400, [['enabled', 'E000004']]]);
    status = 500;
    const failed = await call(`${path}/test`, {});
    expect([failed.endpoint['enabled'], failed.attempt]).toMatchObject([
      '0',
      { status: '500', answer: 'taken', error: '' },
    ]);
    status = 204;
    expect((await call(`${path}/test`, {})).endpoint).toMatchObject({ enabled: '1', disabled_reason: '' });
    expect((await call(path, { enabled: '0' })).endpoint).toMatchObject({ enabled: '0', disabled_reason: 'by-client' });
    expect((await call(path, { enabled: '1', types: '' })).endpoint).toMatchObject({ enabled: '1', types: '*' });
    const moved = await call(path, { url: 'https://example.com/' });
    expect(moved.endpoint).toMatchObject({ enabled: '0', disabled_reason: 'untested' });
    const { attempt_list: attempts } = await call(`${path}/attempts`, undefined, { method: 'GET' });
    expect(attempts.map(({ status: each, type }) => [each, type])).toEqual([
      ['204', 'endpoint.test'],
      ['500', 'endpoint.test'],
    ]);
    const older = await call(`${path}/attempts?cursor=${attempts[0]?.['attempt_id']}`, undefined, { method: 'GET' });
    expect([older.attempt_list, older.next_cursor]).toEqual([[attempts[1]], '']);
    expect((await call(`${path}/attempts?cursor=x`, undefined, { method: 'GET' })).status).toBe(400);
  });

  it.each([
    [{}, [['after', 'E000001']]],
    [{ since: '2026-11-31 00:00:00' }, [['since', 'E000002']]],
    [{ after: 'x' }, [['after', 'E000002']]],
    [{ since: '2026-11-20 00:00:00', after: '0' }, [['after', 'E000002']]],
  ])('refuses to replay %j', async (body, defects) => {
    const { endpoint } = await call('', { url });
    const answer = await call(`/${endpoint.endpoint_id}/replay`, body);
    expect([answer.status, refusals(answer)]).toEqual([400, defects]);
    await call(`/${endpoint.endpoint_id}`, undefined, { method: 'DELETE' });
  });

  it('replays from a time, a cursor and the beginning', async () => {
    const { endpoint } = await call('', { url });
    const cursor = ((await (await api.call('/events', undefined, { token, method: 'GET' })).json()) as Answer)
      .next_cursor;
    for (const body of [{ since: '2026-11-20 00:00:00' }, { after: cursor }, { after: '0' }]) {
      expect((await call(`/${endpoint.endpoint_id}/replay`, body)).status).toBe(200);
    }
  });

  it('makes at most 20 endpoints for a client', async () => {
    const many = { token: await api.issuer.sign({ rights, clientId: 'client-3' }) };
    const answers = await Promise.all(Array.from({ length: 22 }, () => call('', { url }, many)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.status === 400).map(refusals)).toEqual([
      [['', 'E000007']],
      [['', 'E000007']],
    ]);
  });

  it('needs the right for slips if types of slips are named', async () => {
    const limited = { token: await api.issuer.sign({ rights: ['event'] }) };
    expect((await call('', { url, types: 'trade.*' }, limited)).status).toBe(403);
    expect((await call('', { url, types: '*' }, limited)).status).toBe(200);
  });

  it('has no endpoints without the key of events', async () => {
    const bare = await RunningApi.start({ HOST: '0.0.0.0', API_PORT: '0' });
    const answer = await bare.call('/event-endpoints', { url }, { token: await bare.issuer.sign({ rights }) });
    expect(answer.status).toBe(404);
    await bare.stop();
  });
});
