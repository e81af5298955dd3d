import { describe, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { OrderGeneration } from '../src/order/order-generation.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmPlannedOrderSource } from '../src/typeorm/repositories/typeorm-planned-order-source.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { fillMarket, load, nth } from './order-market.js';
import {
  buyer,
  changesToMake,
  head,
  seller,
  sellersCall,
  storedSlips,
  takeOrders,
  updatedAt,
} from './update-market.js';

const noSignal = new AbortController().signal;

async function headsOf(store: TypeOrmTradeUpdateStore, caller: string, tradeIds: readonly string[]) {
  const reading = await store.read(caller, tradeIds, noSignal);
  await reading.close();
  return reading.heads;
}

describeDatabases('the store of updates', [orderingSchema], (open) => {
  async function aMarket(): Promise<{ database: TestDatabase; store: TypeOrmTradeUpdateStore }> {
    const database = await open(fillMarket);
    return { database, store: new TypeOrmTradeUpdateStore(database) };
  }

  describe('reads', () => {
    it.each([
      [buyer, [buyer]],
      [seller, [seller]],
      [head, [buyer]],
      ['30000001', []],
    ])('a slip for %s, which sees the views of %j', async (caller, visible) => {
      const { database, store } = await aMarket();
      const slip = nth(await takeOrders(database, ['u1']), 0);
      const { tradeId } = slip;
      const heads = await headsOf(store, caller, [tradeId, 'unknown']);
      expect([...heads.keys()]).toEqual([tradeId]);
      const { views, version, isMadeHere } = heads.get(tradeId)!;
      expect([version, isMadeHere]).toEqual([1, true]);
      expect(new Map(views.map(({ memberCodeSelf, isBuyers }) => [memberCodeSelf, isBuyers]))).toEqual(
        new Map([
          [buyer, true],
          [seller, false],
        ]),
      );
      expect(views.filter(({ isVisible }) => isVisible).map(({ memberCodeSelf }) => memberCodeSelf)).toEqual(visible);
    });

    it('whole views, as an import would load them', async () => {
      const { database, store } = await aMarket();
      const slip = nth(await takeOrders(database, ['u1']), 0);
      const reading = await store.read(buyer, [slip.tradeId], noSignal);
      const views = (await reading.readViews([...reading.heads.values()])).get(slip.tradeId)!;
      await reading.close();
      const before = await storedSlips(database);
      await load(database, 'trade', views);
      expect(await storedSlips(database)).toEqual(before);
      expect(new Set(views.map(({ member_code_partner }) => member_code_partner))).toEqual(new Set([buyer, seller]));
    });

    it('the data of pairs whoever asks, and none of members that do not exist', async () => {
      const { store } = await aMarket();
      const reading = await store.read(seller, [], noSignal);
      const pair = { buyer, seller, catalogIds: ['c1', 'gone'], privateItemCodes: ['P2'] };
      const [known, unknown] = await reading.readPairs([pair, { ...pair, buyer: '99999999' }]);
      await reading.close();
      expect(unknown).toBeUndefined();
      expect(known?.products.map(({ catalogId }) => catalogId)).toEqual(['c1', 'c2']);
      expect([known?.buyer.memberCode, known?.seller.memberCode, known?.fcOwner?.memberCode]).toEqual([
        buyer,
        seller,
        head,
      ]);
    });
  });

  describe('makes', () => {
    it('updates of both views with one version, life, history and number', async () => {
      const { database, store } = await aMarket();
      const taken = await takeOrders(database, ['u1', 'u2']);
      const [one, two] = [nth(taken, 0), nth(taken, 1)];
      const life = { confirmedAt: '2026-11-19 10:00:00', returned: new Map([['line', '1.5']]) };
      const changes = await changesToMake(store, [
        { updateNo: 'a', tradeId: one.tradeId, fields: { trade_comment: 'yes' }, life },
        { updateNo: 'b', tradeId: two.tradeId, fields: { status_code: '60' } },
      ]);
      expect(await store.make(changes, sellersCall)).toEqual([
        { updated: { statusCode: '40', version: 2, made: undefined } },
        { updated: { statusCode: '60', version: 2, made: undefined } },
      ]);
      const { slips, lives, histories } = await storedSlips(database);
      expect(slips.map(({ version, status_code, has_comment }) => [version, status_code, has_comment])).toEqual([
        [2, '40', 1],
        [2, '40', 1],
        [2, '60', 0],
        [2, '60', 0],
      ]);
      expect(lives.filter(({ returned }) => returned !== '')).toMatchObject([
        { trade_id: one.tradeId, confirmed_at: '2026-11-19 10:00:00', returned: '{"line":"1.5"}' },
      ]);
      expect(histories.filter(({ version }) => version === 2)).toMatchObject([
        { trade_id: one.tradeId, at: updatedAt, action: 'confirm', side: 'seller', member_code: seller },
        { trade_id: two.tradeId, at: updatedAt, action: 'confirm', side: 'seller', member_code: seller },
      ]);
      const again = await headsOf(store, seller, [one.tradeId]);
      expect(again.get(one.tradeId)).toMatchObject({ version: 2, life });
    });

    it('the slip of a return beside the update', async () => {
      const { database, store } = await aMarket();
      const slip = nth(await takeOrders(database, ['u1']), 0);
      const change = { updateNo: 'a', tradeId: slip.tradeId, fields: {}, makes: 'new slip' };
      expect(await store.make(await changesToMake(store, [change]), sellersCall)).toEqual([
        {
          updated: {
            statusCode: '40',
            version: 2,
            made: { tradeId: 'new slip', checkNumber: 'number of new slip', version: 1 },
          },
        },
      ]);
      const { slips, histories } = await storedSlips(database);
      expect(slips.map(({ trade_id, version }) => [trade_id, version])).toEqual([
        [slip.tradeId, 2],
        [slip.tradeId, 2],
        ['new slip', 1],
        ['new slip', 1],
      ]);
      expect(histories.filter(({ trade_id }) => trade_id === 'new slip')).toMatchObject([
        { version: 1, action: 'return' },
      ]);
    });

    it('nothing of an update whose slip has changed or is gone, and the others', async () => {
      const { database, store } = await aMarket();
      const taken = await takeOrders(database, ['u1', 'u2', 'u3']);
      const changes = await changesToMake(
        store,
        taken.map(({ tradeId }) => ({ updateNo: `of ${tradeId}`, tradeId, fields: { trade_comment: 'x' } })),
      );
      const [changed, gone] = [nth(taken, 0), nth(taken, 1)];
      const quick = nth(await changesToMake(store, [{ updateNo: 'q', tradeId: changed.tradeId, fields: {} }]), 0);
      await store.make([quick], sellersCall);
      await removeRecords(
        'trade',
        database,
        linesOf([buyer, seller].map((member_code_self) => ({ trade_id: gone.tradeId, member_code_self }))),
      );
      const before = await storedSlips(database);
      expect(await store.make(changes, sellersCall)).toEqual([
        { changedTo: { statusCode: '40', version: 2 } },
        { removed: true },
        { updated: { statusCode: '40', version: 2, made: undefined } },
      ]);
      const after = await storedSlips(database);
      const others = ({ trade_id }: Record<string, unknown>) => trade_id !== nth(taken, 2).tradeId;
      expect(after.slips.filter(others)).toEqual(before.slips.filter(others));
      expect(after.numbers).toHaveLength(before.numbers.length + 1);
    });

    it('a number once for its member, and answers what it was answered then', async () => {
      const { database, store } = await aMarket();
      const taken = await takeOrders(database, ['u1', 'u2']);
      const [one, two] = [nth(taken, 0), nth(taken, 1)];
      const first = await changesToMake(store, [{ updateNo: 'a', tradeId: one.tradeId, fields: {}, makes: 'R' }]);
      const [made] = await store.make(first, sellersCall);
      await store.make(await changesToMake(store, [{ updateNo: 'z', tradeId: one.tradeId, fields: {} }]), sellersCall);
      const other = await changesToMake(store, [{ updateNo: 'a', tradeId: two.tradeId, fields: {}, content: 'other' }]);
      const bound = { digest: nth(first, 0).digest, ...made };
      expect(await store.make(other, sellersCall)).toEqual([{ bound }]);
      expect(await store.findUpdateNos(seller, ['a', 'free'])).toEqual(new Map([['a', bound]]));
      expect(await store.findUpdateNos(buyer, ['a'])).toEqual(new Map());
      expect(await store.make(other, { ...sellersCall, memberCode: buyer })).toMatchObject([
        { updated: { version: 2 } },
      ]);
    });

    it('nothing at all if one of them cannot be stored', async () => {
      const { database, store } = await aMarket();
      const taken = await takeOrders(database, ['u1', 'u2']);
      const changes = await changesToMake(
        store,
        taken.map(({ tradeId }) => ({ updateNo: 'same', tradeId, fields: { trade_comment: 'x' } })),
      );
      const before = await storedSlips(database);
      await expect(store.make(changes, sellersCall)).rejects.toThrow(/unique/i);
      expect(await storedSlips(database)).toEqual(before);
    });
  });

  it('knows until when a sent order may be changed, from an upload or from generation', async () => {
    const { database, store } = await aMarket();
    const sent = nth(await takeOrders(database, ['u1']), 0);
    const planned = nth(await takeOrders(database, ['u2'], { send_flg: '0' }), 0);
    const untilOf = async () => {
      const heads = await headsOf(store, buyer, [sent.tradeId, planned.tradeId]);
      return [sent, planned].map((slip) => heads.get(slip.tradeId)?.life.changeUntil);
    };
    expect(await untilOf()).toEqual(['2026-11-19 00:00:00', '']);
    const generation = new OrderGeneration({
      store: new TypeOrmOrderStore(database),
      source: new TypeOrmPlannedOrderSource(database),
      now: () => new Date('2026-11-19T12:00:00+09:00'),
    });
    // The seller does not receive orders on 2026-11-19.
    expect(await generation.generate({ trade_id_list: [planned.tradeId] }, buyer)).toMatchObject({
      orders: [{ version: '2' }],
    });
    expect(await untilOf()).toEqual(['2026-11-19 00:00:00', '2026-11-21 00:00:00']);
  });

  it('and generation and imports never overwrite each other', async () => {
    const { database, store } = await aMarket();
    const planned = nth(await takeOrders(database, ['u1'], { send_flg: '0' }), 0);
    const { tradeId } = planned;
    const change = await changesToMake(store, [{ updateNo: 'a', tradeId, fields: { trade_comment: 'x' } }], buyer);
    const orders = new TypeOrmOrderStore(database);
    const at = { day: 20_775, second: 0 };
    expect(await orders.send([{ tradeId, version: 1 }], at)).toEqual({ versions: new Map([[tradeId, 2]]) });
    expect(await store.make(change, sellersCall)).toEqual([{ changedTo: { statusCode: '40', version: 2 } }]);
    const next = nth(await changesToMake(store, [{ updateNo: 'b', tradeId, fields: { trade_comment: 'y' } }]), 0);
    expect(await store.make([next], sellersCall)).toMatchObject([{ updated: { version: 3 } }]);
    expect(await orders.send([{ tradeId, version: 1 }], at)).toEqual({ updatedElsewhere: [tradeId] });
    const line = { trade_id: tradeId, member_code_self: seller, member_code_partner: buyer, status_code: '40' };
    const { refusals } = await importRecords('trade', database, linesOf([{ ...line, version: '2' }]));
    expect(refusals).toMatchObject([{ reason: expect.stringContaining('E000013') }]);
  });
});
