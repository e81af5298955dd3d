import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { type EventType, rights } from '@trading-platform/domain-types';
import {
  appendEvents,
  TypeOrmEventLog,
  TypeOrmEventNews,
  TypeOrmEventSequence,
} from '@trading-platform/event-log/typeorm';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { otherMember, ownMember, RunningApi } from './running-api.js';
import type { TokenTraits } from './token-issuer.js';

interface Page {
  readonly event_list: readonly { readonly type: string; readonly member_code: string; readonly sequence: string }[];
  readonly next_cursor: string;
  readonly error_list: readonly {
    readonly error_item: string;
    readonly error_code: string;
    readonly error_detail: string;
  }[];
}

const store = '10000002';

let api: RunningApi;
let database: Database;

beforeAll(async () => {
  api = await RunningApi.start({
    CALLS_PER_MINUTE: '100000',
    CLIENT_CALLS_PER_MINUTE: '100000',
    WAITING_CALLS_PER_CLIENT: '2',
  });
  database = await openDatabase({ address: api.address, schemas: [orderingSchema] });
});
afterAll(async () => {
  await database.close();
  await api.stop();
});

let start: string;
beforeEach(async () => {
  start = (await read('')).body.next_cursor;
});

async function happen(type: EventType, memberCode: string, clientId = ''): Promise<void> {
  await database.transaction((transaction) =>
    appendEvents(transaction, { happenings: [{ type, memberCode, clientId, data: {} }] }),
  );
  const sequence = new TypeOrmEventSequence(database, async () => []);
  await sequence.advance({ now: Date.now(), outside: [] });
  new TypeOrmEventNews(database).tellEvents();
}

async function read(query: string, traits: TokenTraits = {}, headers: Readonly<Record<string, string>> = {}) {
  const token = await api.issuer.sign({ rights, ...traits });
  const answer = await api.call(`/events${query}`, undefined, { method: 'GET', token, headers });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Page };
}

function openStream(path: string, token: string): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    get(`${api.base}/ordApi/order${path}`, { headers, agent: false }, resolve).on('error', reject);
  });
}

/** Resolves with true when a call is waiting for events, or with false if the given call ends before. */
async function waits(call: Promise<unknown>): Promise<boolean> {
  for (;;) {
    const metrics = await (await fetch(`${api.base}/metrics`)).text();
    if (Number(/^api_waiting_calls (\d+)$/m.exec(metrics)?.[1]) > 0) return true;
    if (await Promise.race([call.then(() => true), sleep(5, false)])) return false;
  }
}

const typesIn = ({ body }: { readonly body: Page }) => body.event_list.map(({ type }) => type);

describe('events', () => {
  it('leave out slips without the right for slips, and refuse a call that names them', async () => {
    await happen('trade.created', ownMember);
    await happen('master.changed', ownMember);
    const without = { rights: ['event'] };
    expect(typesIn(await read(`?after=${start}`, without))).toEqual(['master.changed']);
    expect(typesIn(await read(`?after=${start}&types=*`, without))).toEqual(['master.changed']);
    const refused = await read(`?after=${start}&types=trade.created`, without);
    expect([refused.status, refused.body.error_list]).toMatchObject([
      403,
      [{ error_code: 'E100001', error_detail: expect.stringContaining('trade') }],
    ]);
  });

  it('come from named members that the caller sees, without the batches of these members', async () => {
    await happen('trade.created', store);
    await happen('batch.ended', store, 'client-1');
    await happen('trade.created', otherMember);
    expect(typesIn(await read(`?after=${start}`))).toEqual([]);
    expect(typesIn(await read(`?after=${start}&member_codes=${ownMember},${store}`))).toEqual(['trade.created']);
    const foreign = await read(`?after=${start}&member_codes=${store},${otherMember}`);
    expect([foreign.status, foreign.body.error_list]).toMatchObject([
      400,
      [{ error_item: 'member_codes[1]', error_code: 'E000008' }],
    ]);
  });

  it('of batches go to their client, and to clients that may read the batches of all clients', async () => {
    await happen('batch.ended', ownMember, 'client-1');
    await happen('batch.ended', ownMember, 'client-2');
    expect(typesIn(await read(`?after=${start}`))).toHaveLength(1);
    expect(typesIn(await read(`?after=${start}`, { clientId: 'client-3' }))).toHaveLength(0);
    expect(typesIn(await read(`?after=${start}`, { memberWide: true }))).toHaveLength(2);
  });

  it('report all defects of a query at once', async () => {
    const { status, body } = await read('?after=nonsense&types=none&member_codes=123456789&limit=1001&colour=red');
    expect([status, body.error_list]).toMatchObject([
      400,
      [
        { error_item: 'after', error_code: 'E000002' },
        { error_item: 'types', error_code: 'E000004' },
        { error_item: 'member_codes', error_code: 'E000003' },
        { error_item: 'limit', error_code: 'E000004' },
      ],
    ]);
  });

  it('that are no longer kept are refused with 410', async () => {
    await happen('trade.created', ownMember);
    await happen('trade.created', ownMember);
    await new TypeOrmEventLog(database).forget(Date.now() + 1);
    const { status, body } = await read(`?after=${start}`);
    expect([status, body.error_list]).toMatchObject([410, [{ error_item: 'after', error_code: 'E000023' }]]);
    expect((await read('?after=0')).status).toBe(200);
  });

  it('end a wait, but are not handed out to a caller that no longer sees the member', async () => {
    const waiting = read(`?after=${start}&types=trade.*`, {}, { Prefer: 'wait=20' });
    expect(await waits(waiting)).toBe(true);
    await happen('trade.updated', ownMember);
    const waited = await waiting;
    expect(typesIn(waited)).toEqual(['trade.updated']);
    const next = (await read('')).body.next_cursor;
    const query = `?after=${next}&member_codes=${store}`;
    const withdrawn = read(query, {}, { Prefer: 'wait=20' });
    expect(await waits(withdrawn)).toBe(true);
    await api.load('members', [{ member_code: store, member_name: '店舗', head_office_member_code: otherMember }]);
    await happen('trade.created', store);
    expect([(await withdrawn).status, (await withdrawn).body.error_list]).toMatchObject([
      400,
      [{ error_item: 'member_codes', error_code: 'E000008' }],
    ]);
    await api.load('members', [{ member_code: store, member_name: '店舗', head_office_member_code: ownMember }]);
  });

  it('are not handed out after the end of the token', async () => {
    let endsIn = 1;
    let waiting: ReturnType<typeof read>;
    do {
      endsIn *= 2;
      waiting = read(`?after=${start}&types=trade.*`, { endsIn }, { Prefer: 'wait=20' });
      // On a busy machine, the token may end before its call waits.
    } while (!(await waits(waiting)));
    await sleep(endsIn * 1_000 + 100);
    await happen('trade.updated', ownMember);
    expect((await waiting).status).toBe(401);
  });

  it('are answered at once when the time is over or no place is free; streams without a place are refused', async () => {
    const timed = await read(`?after=${start}`, {}, { Prefer: 'wait=0' });
    expect([typesIn(timed), timed.headers.get('preference-applied')]).toEqual([[], 'wait=0']);
    const token = await api.issuer.sign({ rights });
    const open = () => openStream(`/events?after=${start}`, token);
    const streams = [await open(), await open()];
    const third = await open();
    expect([streams.map(({ statusCode }) => statusCode), third.statusCode]).toEqual([[200, 200], 429]);
    const atOnce = await read(`?after=${start}`, {}, { Prefer: 'wait=20' });
    expect([atOnce.status, atOnce.headers.get('preference-applied')]).toEqual([200, null]);
    for (const stream of [...streams, third]) stream.destroy();
  });

  it('accept JSON or a stream only', async () => {
    expect((await read('', {}, { Accept: 'text/html' })).status).toBe(406);
  });
});
