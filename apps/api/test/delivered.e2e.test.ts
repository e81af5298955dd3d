import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { ownMember, RunningApi } from './running-api.js';

const day = '2026-04-01';
const slipCount = 5;
const prefersToAcknowledge = { Prefer: 'wait=1; x, delivery="acknowledged"' };
/** After this time, silence on a connection certainly counts as evidence of delivery. */
const silentMs = 7_000;

let api: RunningApi;
let database: Database;
let batchId: string;

beforeAll(async () => {
  api = await RunningApi.start();
  database = await openDatabase({ address: api.address, schemas: [orderingSchema] });
  await api.load(
    'trade',
    Array.from({ length: slipCount }, (_, n) => ({
      trade_id: `T${n}`,
      member_code_self: ownMember,
      status_code: '40',
      status_day: day,
    })),
  );
  batchId = await tradeBatch();
});

afterAll(async () => {
  await database.close();
  await api.stop();
});

beforeEach(() => database.execute('DELETE FROM download_mark'));

async function tradeBatch(): Promise<string> {
  const period = { target_date_set: '1', target_date_from: day, target_date_to: day };
  const { batch_id } = (await (await api.call('/trade/download/request', period)).json()) as { batch_id: string };
  for (;;) {
    const answer = await api.call('/trade/download/check', { batch_id });
    if (((await answer.json()) as { batch_flg: string }).batch_flg === '3') return batch_id;
    await sleep(10);
  }
}

async function marked(): Promise<number> {
  const [{ marks } = { marks: NaN }] = await database.query<{ marks: number }>(
    'SELECT COUNT(*) AS marks FROM download_mark',
  );
  return marks;
}

/** Sends a call on a connection that remains open, and does not read the answer. */
async function open(method: string, path: string, body = '', headers = {}): Promise<Socket> {
  const { hostname, port } = new URL(api.base);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({
    Host: hostname,
    Authorization: `Bearer ${await api.issuer.sign()}`,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} /ordApi/order${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  await once(socket, 'readable');
  return socket;
}

async function wholeAnswer(socket: Socket): Promise<void> {
  let answer = '';
  for (;;) {
    const [head = '', body] = answer.split('\r\n\r\n');
    if (body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1])) return;
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) await once(socket, 'readable');
    else answer += chunk.toString('latin1');
  }
}

const get = (headers = {}) =>
  open('POST', '/trade/download/get', JSON.stringify({ batch_id: batchId, seq_from: 1, seq_to: slipCount }), headers);
const records = (method = 'GET', headers = {}) => open(method, `/batches/${batchId}/records`, '', headers);

const acknowledge = (id: string, body: object, token?: string) =>
  api.call(`/batches/${id}/delivered`, body, token === undefined ? {} : { token });

describe('slips', () => {
  it.each([
    ['a get', get],
    ['the records as NDJSON', records],
  ])('are marked when %s is read and the connection is closed', async (_name, call) => {
    const socket = await call();
    await wholeAnswer(socket);
    socket.end();
    while ((await marked()) < slipCount) await sleep(50);
    expect(await database.query('SELECT DISTINCT member_code, client_id FROM download_mark')).toEqual([
      { member_code: ownMember, client_id: expect.stringMatching(/./) },
    ]);
  });

  it('are not marked by HEAD, by 304, by an interrupted answer, or before they are acknowledged', async () => {
    const broken = await records();
    broken.resetAndDestroy();
    const tag = /etag: ("[^"]+")/i.exec(String((await records('HEAD')).read()))?.[1];
    const sockets = [
      await records('HEAD'),
      await records('GET', { 'If-None-Match': tag }),
      await get(prefersToAcknowledge),
      await records('GET', prefersToAcknowledge),
    ];
    const heads = sockets.map((socket) => String(socket.read()).split('\r\n\r\n')[0] ?? '');
    expect(heads.map((head) => head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))).toEqual([
      '200',
      '304',
      '200',
      '200',
    ]);
    expect(heads.map((head) => /preference-applied: (.*)/i.exec(head)?.[1])).toEqual([
      undefined,
      undefined,
      'delivery=acknowledged',
      'delivery=acknowledged',
    ]);
    await sleep(silentMs);
    expect(await marked()).toBe(0);
    for (const socket of sockets) socket.destroy();
  });
});

describe('an acknowledgement', () => {
  it('marks its range, and may be repeated', async () => {
    for (const range of [
      { seq_from: '2', seq_to: '3' },
      { seq_from: 2, seq_to: 3, response_type: 'json' },
    ]) {
      const answer = await acknowledge(batchId, range);
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 200,
        body: { request_id: answer.headers.get('x-request-id'), result: 0, error_list: [] },
      });
      expect(await marked()).toBe(2);
    }
  });

  it('leaves out numbers after the last record', async () => {
    expect((await acknowledge(batchId, { seq_from: slipCount, seq_to: '9007199254740991' })).status).toBe(200);
    expect((await acknowledge(batchId, { seq_from: slipCount + 1, seq_to: slipCount + 1 })).status).toBe(200);
    expect(await marked()).toBe(1);
  });

  it.each<[object, readonly string[]]>([
    [{}, ['seq_from E000001', 'seq_to E000001']],
    [{ seq_from: 'x', seq_to: true }, ['seq_from E000002', 'seq_to E000002']],
    [{ seq_from: 0, seq_to: 1 }, ['seq_from E000011']],
    [{ seq_from: 2, seq_to: 1 }, ['seq_to E000011']],
  ])('refuses %j', async (range, expected) => {
    const answer = await acknowledge(batchId, range);
    const { error_list } = (await answer.json()) as { error_list: { error_item: string; error_code: string }[] };
    const errors = error_list.map(({ error_item, error_code }) => `${error_item} ${error_code}`);
    expect({ status: answer.status, errors }).toEqual({ status: 400, errors: expected });
  });

  it('accepts only finished batches of the caller', async () => {
    const range = { seq_from: 1, seq_to: 1 };
    for (const answer of [
      await acknowledge('999999', range),
      await acknowledge(batchId, range, await api.issuer.sign({ clientId: 'client-2' })),
    ]) {
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 404,
        body: { error_list: [{ error_code: 'E000009' }] },
      });
    }
    await api.worker.stop();
    const waiting = (await (await api.call('/master/download/buy/request', {})).json()) as { batch_id: string };
    const answer = await acknowledge(waiting.batch_id, range);
    api.worker.start();
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error_list: [{ error_code: 'E000010' }] },
    });
    expect(await marked()).toBe(0);
  });
});
