import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { LoggedEvent } from '@trading-platform/event-log';
import { TypeOrmEventLog, TypeOrmEventSequence } from '@trading-platform/event-log/typeorm';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { linesOf } from '../src/testing/lines.js';
import { SlipArchive } from '../src/typeorm/archive/slip-archive.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { partnersOf } from '../src/typeorm/sql/members/partners-of.js';
import { fillMarket, load, ordersOf, ordersToTake } from './order-market.js';
import { buyer, changesToMake, seller, sellersCall, takeOrders } from './update-market.js';

const later = parseJapanTime('2026-11-19 09:00:00')!;
const gathered = 60_000;

function view(tradeId: string, given: object = {}) {
  return { trade_id: tradeId, member_code_self: buyer, member_code_partner: seller, status_code: '40', ...given };
}

const slips = (count: number, given: object = {}) =>
  Array.from({ length: count }, (_, n) => view(`T${String(n).padStart(4, '0')}`, given));

/** Returns the events that were appended since the last call, with their facts in few words. */
async function newEvents(database: Database, types: string): Promise<string[]> {
  const sequence = new TypeOrmEventSequence(database, (memberCode) => partnersOf(database, memberCode));
  const log = new TypeOrmEventLog(database);
  const { next } = await log.read({ after: 'now', limit: 1 });
  for (const now of types === 'trade' ? [Date.now()] : [Date.now(), Date.now() + gathered]) {
    for (let isMore = true; isMore; ) {
      const advanced = await sequence.advance({ now, outside: [] });
      isMore = advanced !== 'busy' && advanced.mayHaveMore;
    }
  }
  const { events } = await log.read({ after: { cursor: next }, limit: 1_000 });
  return events.filter(({ type }) => type.startsWith(types)).map(inWords);
}

function inWords({ type, memberCode, data }: LoggedEvent): string {
  const {
    trade_id: tradeId,
    version,
    previous_status_code: former,
    status_code: status,
    member_code_partner: partner,
  } = data;
  const slip = tradeId === undefined ? '' : ` ${tradeId} v${version} ${former}>${status}`;
  const { kind, count } = data;
  return `${type} ${memberCode}${slip}${partner === undefined ? '' : ` with ${partner}`}${kind === undefined ? '' : ` ${kind}`}${count === undefined ? '' : ` x${count}`}`;
}

describeDatabases('events of changes', [orderingSchema], (open) => {
  async function aMarket(): Promise<TestDatabase> {
    const database = await open(fillMarket);
    await newEvents(database, 'any');
    return database;
  }

  it('tell both sides of an order, of its sending, and nothing of a repeat', async () => {
    const database = await aMarket();
    const store = new TypeOrmOrderStore(database);
    const orders = await ordersToTake(database, ordersOf(['u1'], { send_flg: '0' }));
    const [taken] = await store.take(orders);
    const { tradeId } = (taken as { taken: { tradeId: string } }).taken;
    expect(await newEvents(database, 'trade')).toEqual([
      `trade.created ${buyer} ${tradeId} v1 >10 with ${seller}`,
      `trade.created ${seller} ${tradeId} v1 >10 with ${buyer}`,
    ]);
    await store.take(orders);
    expect(await newEvents(database, 'trade')).toEqual([]);
    await store.send([{ tradeId, version: 1 }], later);
    expect((await newEvents(database, 'trade')).toSorted()).toEqual([
      `trade.updated ${buyer} ${tradeId} v2 10>40 with ${seller}`,
      `trade.updated ${seller} ${tradeId} v2 10>40 with ${buyer}`,
    ]);
    await store.send([{ tradeId, version: 1 }], later);
    expect(await newEvents(database, 'trade')).toEqual([]);
  });

  it('tell both sides of an update and of the slip that it makes, and nothing of a repeat or of an old version', async () => {
    const database = await aMarket();
    const [{ tradeId } = { tradeId: '' }] = await takeOrders(database, ['u1']);
    await newEvents(database, 'trade');
    const store = new TypeOrmTradeUpdateStore(database);
    const fields = { status_code: '60' };
    const first = await changesToMake(store, [{ updateNo: 'first', tradeId, fields, makes: 'R1' }]);
    const second = await changesToMake(store, [{ updateNo: 'second', tradeId, fields }]);
    await store.make(first, sellersCall);
    expect((await newEvents(database, 'trade')).toSorted()).toEqual([
      `trade.created ${buyer} R1 v1 >40 with ${seller}`,
      `trade.created ${seller} R1 v1 >40 with ${buyer}`,
      `trade.updated ${buyer} ${tradeId} v2 40>60 with ${seller}`,
      `trade.updated ${seller} ${tradeId} v2 40>60 with ${buyer}`,
    ]);
    await store.make(first, sellersCall);
    await store.make(second, sellersCall);
    expect(await newEvents(database, 'trade')).toEqual([]);
  });

  it('tell of added and changed views of an import, not of unchanged or refused lines, nor of a dry run', async () => {
    const database = await aMarket();
    await load(database, 'trade', [view('T1'), view('T2')]);
    expect(await newEvents(database, 'trade')).toEqual([
      `trade.created ${buyer} T1 v1 >40 with ${seller}`,
      `trade.created ${buyer} T2 v1 >40 with ${seller}`,
    ]);
    await load(database, 'trade', [view('T1'), view('T2', { status_code: '60' })]);
    expect(await newEvents(database, 'trade')).toEqual([`trade.updated ${buyer} T2 v2 40>60 with ${seller}`]);
    const dry = [view('T3')];
    await importRecords('trade', database, linesOf(dry), { dryRun: true });
    await importRecords('trade', database, linesOf([view('T4', { member_code_partner: 'nobody' })]));
    expect(await newEvents(database, 'trade')).toEqual([]);
  });

  it('tell of each of 100 slips of a transaction, and of 101 only their number', async () => {
    const database = await aMarket();
    await load(database, 'trade', slips(100));
    expect(await newEvents(database, 'trade')).toHaveLength(100);
    await load(database, 'trade', slips(101, { status_code: '60' }));
    expect(await newEvents(database, 'trade')).toEqual([`trade.many ${buyer} x101`]);
  });

  it('tell of an atomic import once, however many chunks it has', async () => {
    const database = await aMarket();
    const views = slips(1_200).flatMap((each) => [
      each,
      { ...each, member_code_self: seller, member_code_partner: buyer },
    ]);
    await importRecords('trade', database, linesOf(views), { atomic: true });
    expect(await newEvents(database, 'trade')).toEqual([`trade.many ${buyer} x1200`, `trade.many ${seller} x1200`]);
  });

  it('tell of removed views, and of the view that is left', async () => {
    const database = await aMarket();
    await load(database, 'trade', [
      view('T1'),
      view('T1', { member_code_self: seller, member_code_partner: buyer }),
      view('T2'),
    ]);
    await newEvents(database, 'trade');
    const keys = [
      { trade_id: 'T1', member_code_self: buyer },
      { trade_id: 'T2', member_code_self: buyer },
    ];
    await removeRecords('trade', database, linesOf(keys));
    expect((await newEvents(database, 'trade')).toSorted()).toEqual([
      `trade.removed ${buyer} T1 v2 40>40 with ${seller}`,
      `trade.removed ${buyer} T2 v1 40>40 with ${seller}`,
      `trade.updated ${seller} T1 v2 40>40 with ${buyer}`,
    ]);
  });

  it('tell of archived slips', async () => {
    const database = await aMarket();
    await load(database, 'trade', slips(101, { update_date: '2020-01-01 00:00:00' }));
    await newEvents(database, 'trade');
    const archive = new SlipArchive(database, '2021-01-01');
    for await (const page of archive.pages()) await archive.remove(page);
    expect(await newEvents(database, 'trade')).toEqual([`trade.many ${buyer} x101`]);
  });

  it('tell of products to their own member, and of settings to both sides', async () => {
    const database = await aMarket();
    const product = { member_code: buyer, member_code_partner: seller, buy: [{ item_id: 'fresh' }] };
    const block = {
      member_code_buyer: buyer,
      seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '1' }] }],
    };
    await load(database, 'master', [product]);
    await load(database, 'orderblock', [block]);
    expect((await newEvents(database, '')).toSorted()).toEqual([
      `master.changed ${buyer} with ${seller} master x1`,
      `setting.changed ${buyer} with ${seller} orderblock x1`,
      `setting.changed ${seller} with ${buyer} orderblock x1`,
    ]);
    await load(database, 'master', [product]);
    await load(database, 'orderblock', [block]);
    expect(await newEvents(database, '')).toEqual([]);
    await removeRecords('master', database, linesOf([product]));
    await removeRecords('orderblock', database, linesOf([block]));
    expect((await newEvents(database, '')).toSorted()).toEqual([
      `master.changed ${buyer} with ${seller} master x1`,
      `setting.changed ${buyer} with ${seller} orderblock x1`,
      `setting.changed ${seller} with ${buyer} orderblock x1`,
    ]);
  });
});
