import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases, describeSchema } from '@trading-platform/database/testing';
import { type EventType, eventTypes } from '@trading-platform/domain-types';
import {
  EventFeed,
  type EventFilter,
  EventSequencer,
  type Happening,
  type LoggedEvent,
  type OutsideHappening,
  typesOf,
} from '../src/index.js';
import {
  appendEvents,
  eventLogSchema,
  eventsOf,
  TypeOrmEventLog,
  TypeOrmEventNews,
  TypeOrmEventSequence,
  transactionWithEvents,
} from '../src/typeorm/index.js';

const readerOf = (memberCode: string) => ({ memberCode, clientId: 'client' });

function filterOf(memberCode: string, filter: Partial<EventFilter> = {}): EventFilter {
  return { reader: readerOf(memberCode), memberCodes: [memberCode], types: eventTypes, ...filter };
}

function slipEvent(memberCode: string, tradeId: string, type: EventType = 'trade.created'): Happening {
  return { type, memberCode, data: { trade_id: tradeId } };
}

function endedFor(clientId: string): Happening {
  return { type: 'batch.ended', memberCode: 'M1', clientId, data: {} };
}

async function append(database: Database, happenings: readonly Happening[], at?: number): Promise<void> {
  await database.transaction((transaction) => appendEvents(transaction, { happenings }, at));
}

function sequenceOf(database: Database) {
  return new TypeOrmEventSequence(database, async () => []);
}

function advance(database: Database, outside: readonly OutsideHappening[] = []) {
  return sequenceOf(database).advance({ now: Date.now(), outside });
}

const tradeIds = (events: readonly LoggedEvent[]) => events.map(({ data }) => data['trade_id']);

describeSchema('event log', eventLogSchema, {
  event: { type: 'trade.created' },
  event_mark: { type: 'master.changed' },
});

describe('patterns of types', () => {
  it.each([
    ['trade.*', ['trade.created', 'trade.updated', 'trade.removed', 'trade.many']],
    ['*', eventTypes],
    ['batch.ended', ['batch.ended']],
    ['batch', []],
    ['trade.*d', []],
  ])('%s', (pattern, types) => {
    expect(typesOf(pattern)).toEqual(types);
  });
});

describeDatabases('the event log', [eventLogSchema], (open) => {
  it('gives ascending positions over all members, and reads after a cursor', async () => {
    const database = await open();
    const log = new TypeOrmEventLog(database);
    await append(database, [slipEvent('M1', '1'), slipEvent('M2', '1')], 1_000);
    await append(database, [slipEvent('M1', '2')], 2_000);
    await advance(database);
    const { events } = await log.read({ after: 'oldest', limit: 10 });
    expect(events).toMatchObject([
      { sequence: 1, memberCode: 'M1', at: 1_000, clientId: '' },
      { sequence: 2, memberCode: 'M2', at: 1_000 },
      { sequence: 3, memberCode: 'M1', at: 2_000, data: { trade_id: '2' } },
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    const first = await log.read({ after: 'oldest', limit: 1, filter: filterOf('M1') });
    expect(tradeIds(first.events)).toEqual(['1']);
    const rest = await log.read({ after: { cursor: first.next }, limit: 10, filter: filterOf('M1') });
    expect(tradeIds(rest.events)).toEqual(['2']);
  });

  it('leaves nothing of a transaction that was rolled back', async () => {
    const database = await open();
    const failing = database.transaction(async (transaction) => {
      await appendEvents(transaction, { happenings: [slipEvent('M1', '1')] });
      throw new Error('broken off');
    });
    await expect(failing).rejects.toThrow('broken off');
    await append(database, [slipEvent('M1', '2')]);
    await advance(database);
    const { events } = await new TypeOrmEventLog(database).read({ after: 'oldest', limit: 10 });
    expect(tradeIds(events)).toEqual(['2']);
  });

  it('moves the cursor past events that the filter leaves out', async () => {
    const database = await open();
    const log = new TypeOrmEventLog(database);
    await append(database, [slipEvent('M2', '1'), slipEvent('M1', '2', 'trade.removed')]);
    await advance(database);
    const filter = filterOf('M1', { types: ['trade.created'] });
    const { events, next } = await log.read({ after: 'oldest', limit: 10, filter });
    expect(events).toEqual([]);
    expect(next).toBe((await log.read({ after: 'now', limit: 10 })).next);
    expect((await log.read({ after: { cursor: next }, limit: 10 })).events).toEqual([]);
  });

  it('shows events of a client to this client, to member-wide readers, and to no other member', async () => {
    const database = await open();
    const log = new TypeOrmEventLog(database);
    await append(database, [endedFor('client'), endedFor('other'), slipEvent('M1', '1')]);
    await advance(database);
    const read = async (filter: EventFilter) =>
      (await log.read({ after: 'oldest', limit: 10, filter })).events.map(({ sequence }) => sequence);
    expect(await read(filterOf('M1'))).toEqual([1, 3]);
    expect(await read(filterOf('M1', { reader: { ...readerOf('M1'), memberWide: true } }))).toEqual([1, 2, 3]);
    const headOffice = { memberCodes: ['M1', 'HQ'], reader: { ...readerOf('HQ'), memberWide: true } };
    expect(await read(filterOf('HQ', headOffice))).toEqual([3]);
  });

  it('makes only one event of an entry that another database returns twice', async () => {
    const database = await open();
    const outside: OutsideHappening = { type: 'batch.ended', memberCode: 'M1', data: {}, occurrence: 'batch 1', at: 5 };
    expect(await advance(database, [outside])).toMatchObject({ events: 1 });
    expect(await advance(database, [outside])).toMatchObject({ events: 0 });
    expect(await advance(database, [outside, { ...outside, occurrence: 'batch 2' }])).toMatchObject({ events: 1 });
    const { events } = await new TypeOrmEventLog(database).read({ after: 'oldest', limit: 10 });
    expect(events.map(({ at }) => at)).toEqual([5, 5]);
  });

  it('gathers changes of a pair, and makes events for all partners of changes that apply to all', async () => {
    const database = await open();
    const change = { type: 'setting.changed', kind: 'nottrade', memberCode: 'S', count: 2 } as const;
    const changes = [
      { ...change, memberCodePartner: 'B1' },
      { ...change, memberCodePartner: '' },
    ];
    await database.transaction((transaction) => appendEvents(transaction, { changes }));
    await database.transaction((transaction) => appendEvents(transaction, { changes: changes.slice(0, 1) }));
    const sequence = new TypeOrmEventSequence(database, async (code) => (code === 'S' ? ['B1', 'B2'] : []));
    const now = Date.now();
    expect(await sequence.advance({ now, outside: [] })).toMatchObject({ events: 0 });
    expect(await sequence.advance({ now: now + 60_000, outside: [] })).toMatchObject({ events: 4 });
    const { events } = await new TypeOrmEventLog(database).read({ after: 'oldest', limit: 10 });
    const told = events.map(({ memberCode, data }) =>
      [memberCode, data['member_code_partner'], data['count']].join(' '),
    );
    expect(told.toSorted()).toEqual(['B1 S 2', 'B2 S 2', 'S  2', 'S B1 4']);
    expect(await sequence.advance({ now: now + 120_000, outside: [] })).toMatchObject({ events: 0 });
  });

  it('removes old events from the beginning, keeps the newest, and refuses cursors before the removed ones', async () => {
    const database = await open();
    const log = new TypeOrmEventLog(database);
    await append(database, [slipEvent('M1', '1'), slipEvent('M1', '2')], 1_000);
    await append(database, [slipEvent('M1', '3')], 2_000);
    await append(database, [slipEvent('M1', '4'), slipEvent('M1', '5')], 1_000);
    await advance(database);
    const [first, second] = [
      await log.read({ after: 'oldest', limit: 1 }),
      await log.read({ after: 'oldest', limit: 2 }),
    ];
    expect(await log.forget(1_500)).toBe(2);
    expect(await log.forget(1_500)).toBe(0);
    expect(tradeIds((await log.read({ after: 'oldest', limit: 10 })).events)).toEqual(['3', '4', '5']);
    expect(tradeIds((await log.read({ after: { cursor: second.next }, limit: 10 })).events)).toEqual(['3', '4', '5']);
    await expect(log.read({ after: { cursor: first.next }, limit: 10 })).rejects.toMatchObject({
      code: 'cursor-too-old',
    });
    const end = (await log.read({ after: 'now', limit: 1 })).next;
    expect(await log.forget(Date.now())).toBe(2);
    expect((await log.read({ after: { cursor: end }, limit: 10 })).events).toEqual([]);
  });

  it('removes many events in several transactions', async () => {
    const database = await open();
    const log = new TypeOrmEventLog(database);
    await append(
      database,
      Array.from({ length: 12_001 }, (_, n) => slipEvent('M1', String(n))),
      1_000,
    );
    await advance(database);
    let transactions = 0;
    const counting = {
      query: database.query.bind(database),
      transaction: (work: Parameters<Database['transaction']>[0]) => {
        transactions++;
        return database.transaction(work);
      },
    } as Database;
    expect(await new TypeOrmEventLog(counting).forget(2_000)).toBe(12_000);
    expect(transactions).toBe(3);
    expect((await log.read({ after: 'oldest', limit: 10 })).events).toHaveLength(1);
  });

  it('refuses cursors of another log, and texts that are no cursors', async () => {
    const [database, other] = [await open(), await open()];
    for (const each of [database, other]) {
      await append(each, [slipEvent('M1', '1'), slipEvent('M1', '2')]);
      await advance(each);
    }
    const log = new TypeOrmEventLog(database);
    const { next } = await new TypeOrmEventLog(other).read({ after: 'oldest', limit: 1 });
    await expect(log.read({ after: { cursor: next }, limit: 1 })).rejects.toMatchObject({ code: 'cursor-too-old' });
    for (const cursor of ['', 'x', '41', `${next}=`, `${next}A`]) {
      await expect(log.read({ after: { cursor }, limit: 1 })).rejects.toMatchObject({ code: 'cursor-unreadable' });
    }
  });

  it('refuses to gather events of a transaction that would not append them', async () => {
    const database = await open();
    await transactionWithEvents(database, async (transaction) => eventsOf(transaction));
    await expect(database.transaction(async (transaction) => eventsOf(transaction))).rejects.toThrow(
      'transactionWithEvents',
    );
  });

  it('wakes only subscribers whose filter selects a new event, within moments', async () => {
    const database = await open();
    const news = new TypeOrmEventNews(database);
    const feed = new EventFeed(new TypeOrmEventLog(database), news);
    const sequencer = new EventSequencer({ sequence: sequenceOf(database), news });
    sequencer.start();
    const woken: string[] = [];
    const leave = [
      await feed.subscribe(filterOf('M1'), () => woken.push('M1')),
      await feed.subscribe(filterOf('M1', { types: ['trade.removed'] }), () => woken.push('removed')),
      await feed.subscribe(filterOf('M2'), () => woken.push('M2')),
    ];
    // Later events are reported from this cursor on.
    expect(feed.cursor).toBeDefined();
    await transactionWithEvents(database, async (transaction) =>
      eventsOf(transaction).add(() => ({ happenings: [slipEvent('M1', '1')] })),
    );
    while (woken.length === 0) await sleep(5);
    leave.forEach((end) => end());
    feed.close();
    await sequencer.stop();
    expect(woken).toEqual(['M1']);
  });
});
