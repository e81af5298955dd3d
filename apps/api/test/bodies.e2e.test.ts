import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { otherMember, RunningApi } from './running-api.js';

const path = '/master/download/buy/request';
const megabyte = 1024 * 1024;

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start({ CALLS_PER_MINUTE: '100000' });
});

afterAll(() => api.stop());

interface Envelope {
  readonly batch_id?: string;
  readonly error_list: readonly { readonly error_item: string; readonly error_code: string }[];
}

async function request(body: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await api.call(path, body, { headers });
  const { batch_id, error_list } = (await answer.json()) as Envelope;
  return {
    status: answer.status,
    batch_id,
    errors: error_list.map((error) => `${error.error_item} ${error.error_code}`),
  };
}

const nested = (depth: number) => `{"exist_mc":7,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** Additional spaces make a body long enough to be checked in the other thread, without any other effect. */
const here = (body: string) => body;
const inThread = (body: string) => body.padEnd(100_000);

describe.each([
  ['a small body', here],
  ['a large body', inThread],
])('%s', (_name, sized) => {
  it('is reduced to its known fields, and the answer names the others', async () => {
    const answer = await api.call(path, sized('{"exist_mc":1,"color":"red","__proto__":{"a":1}}'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ignored-fields')).toBe('color, __proto__');
  });

  it('may be nested 32 levels deep; deeper nesting is reported before any other defect', async () => {
    expect(await request(sized(nested(31)))).toMatchObject({ status: 400, errors: ['exist_mc E000004'] });
    expect(await request(sized(nested(32)))).toMatchObject({ status: 400, errors: [' E700001'] });
    const token = await api.issuer.sign({ memberCode: '99999999' });
    expect((await api.call(path, sized(nested(32)), { token })).status).toBe(400);
    expect((await api.call(path, sized(nested(31)), { token })).status).toBe(403);
  });

  it('is refused with all its defects, also those of members, in the order of its fields', async () => {
    const body = { exist_mc: 7, member_code_list: [otherMember, true], group_code_list: ['1', false] };
    const errors = [
      'exist_mc E000004',
      'member_code_list[0] E000008',
      'member_code_list[1] E000002',
      'group_code_list[1] E000002',
    ];
    expect(await request(sized(JSON.stringify(body)))).toMatchObject({ status: 400, errors });
  });

  it.each(['{"color":1e999}', '{"size":"\\ud800"}', '{"exist_mc":null,"deep":[[[[]]]]}'])(
    'is the same request under a key, even with unknown content: %s',
    async (body) => {
      const headers = { 'Idempotency-Key': `besides-${sized.name}` };
      const first = await request(sized('{}'), headers);
      expect(await request(sized(body), headers)).toEqual({ ...first, status: 200 });
      expect(await request(sized('{"exist_mc":1}'), headers)).toMatchObject({ status: 422 });
    },
  );
});

describe('a body', () => {
  it('is the same request under one key, whether small or large', async () => {
    const headers = { 'Idempotency-Key': 'sizes' };
    const first = await request(here('{"exist_mc":1,"group_code_list":[{"a":1}]}'), headers);
    expect(await request(inThread('{"group_code_list":["1"],"exist_mc":"1"}'), headers)).toEqual(first);
  });

  it('of too many values is refused', async () => {
    expect(await request(`{"x":[${'1,'.repeat(250_000)}1]}`)).toMatchObject({ status: 400, errors: [' E700001'] });
  });

  it('that arrives in very many pieces is refused before its end', async () => {
    const socket = await open('Transfer-Encoding: chunked');
    socket.write('1\r\n \r\n'.repeat(10_000));
    expect(await firstLine(socket)).toBe('HTTP/1.1 400 Bad Request');
  });

  it('without a declared size is read', async () => {
    const text = JSON.stringify({ exist_mc: '1', x: 'x'.repeat(700_000) });
    const socket = await open('Transfer-Encoding: chunked', 'Connection: close');
    for (let at = 0; at < text.length; at += 50_000) {
      const part = text.slice(at, at + 50_000);
      socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
    }
    socket.write('0\r\n\r\n');
    expect(await firstLine(socket)).toBe('HTTP/1.1 200 OK');
  });
});

describe('the memory for bodies', () => {
  it('is not for one caller alone: its next large body waits; small bodies and other callers are served', async () => {
    const stalled = await Promise.all(Array.from({ length: 16 }, () => open(`Content-Length: ${megabyte}`)));
    for (const socket of stalled) socket.write('{');
    while ((await bodyMemory()) < stalled.length * megabyte) await new Promise((resolve) => setTimeout(resolve, 20));
    const large = `{"x":"${'x'.repeat(megabyte - 10)}"}`;
    const refused = await api.call(path, large);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ error_list: [{ error_code: 'E900002' }] });
    expect((await api.call(path, '{}')).status).toBe(200);
    const token = await api.issuer.sign({ memberCode: otherMember });
    expect((await api.call(path, large, { token })).status).toBe(200);
    for (const socket of stalled) socket.destroy();
    while ((await api.call(path, large)).status === 503) await new Promise((resolve) => setTimeout(resolve, 20));
    while ((await bodyMemory()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('keeps a quarter for small bodies', async () => {
    const callers = ['one', 'another', 'a third'];
    const opening = callers.flatMap((clientId) =>
      Array.from({ length: 16 }, () => openAs(clientId, `Content-Length: ${megabyte}`)),
    );
    const stalled = await Promise.all(opening);
    while ((await bodyMemory()) < stalled.length * megabyte) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await statusOfSize(100_000)).toBe(503);
    expect(await statusOfSize(50_000)).toBe(200);
    for (const socket of stalled) socket.destroy();
    while ((await bodyMemory()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await statusOfSize(100_000)).toBe(200);
  });
});

async function statusOfSize(bytes: number): Promise<number> {
  return (await api.call(path, '{}'.padEnd(bytes))).status;
}

/** Returns the memory that bodies use now, as the API reports it. */
async function bodyMemory(): Promise<number> {
  const metrics = await (await fetch(`${api.base}/metrics`)).text();
  return Number(/^body_memory_bytes (\d+)$/m.exec(metrics)?.[1]);
}

/** Opens a call whose body will be sent later. */
function open(...headers: readonly string[]): Promise<Socket> {
  return openAs('client-1', ...headers);
}

async function openAs(clientId: string, ...headers: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(api.base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    `POST /ordApi/order${path} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${await api.issuer.sign({ clientId })}`,
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function firstLine(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(bytes).split('\r\n', 1)[0] ?? '';
}
