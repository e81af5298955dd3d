import { describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { downloads, type TradeRecord } from '@trading-platform/domain-types';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { downloadFunction } from '../src/download/download-function.js';
import type { TakenOrder } from '../src/order/order-store.js';
import { slipViews } from '../src/order/slip-views.js';
import { orderDigest } from '../src/order/uploaded-order.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { anOrder, anOrderLine } from './order-builders.js';
import { aMasterLine, fillMarket, load, nth, ordersOf, ordersToTake } from './order-market.js';
import { oneOfEach, raceForOrders } from './order-race.js';

const [buyer, seller, head] = ['10000001', '20000001', '10000000'];
const sentTime = '2026-11-18 12:34:56';
const later = parseJapanTime(sentTime)!;

/** The fields that both views of a slip have after the slip was sent at this time. */
const sent = {
  status_code: '40',
  status_day: '2026-11-18',
  send_date: '2026-11-18',
  send_time: '12:34:56',
  order_send_date: '2026-11-18',
  order_send_time: '12:34:56',
};

async function download(database: Database, memberCode: string): Promise<TradeRecord[]> {
  const period = { target_date_set: '2', target_date_from: '2026-11-18', target_date_to: '2026-11-18' };
  const statuses = ['10', '40', '41'];
  const records = await readRecords<unknown, TradeRecord>(
    downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
    tradeCriteria({ memberCode, clientId: 'erp' }, { ...period, status_code: statuses, member_codes: [memberCode] }),
  );
  return records.map((record) => {
    const { batch_id: _, seq: __, create_date: ___, ...rest } = record as TradeRecord & Record<string, unknown>;
    return rest as unknown as TradeRecord;
  });
}

function slipOf(answer: TakenOrder | undefined) {
  if (answer === undefined || !('taken' in answer)) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
  return answer.taken;
}

/** Returns all stored data of slips and orders, without the values that are different in each run. */
async function storedSlips(database: Database) {
  const slips = await database.query(
    'SELECT s.*, b.body FROM slip s JOIN slip_body b ON b.slip_id = s.id ORDER BY trade_id, member_code_self',
  );
  return slips.map(({ id: _, load_id: __, ...slip }) => slip);
}

async function takeOne(database: Database, given: Parameters<typeof ordersOf>[1] = {}) {
  const [answer] = await new TypeOrmOrderStore(database).take(await ordersToTake(database, ordersOf(['u1'], given)));
  return slipOf(answer);
}

/** Returns a view of a planned slip that is loaded by an import. */
function loadedView(member_code_self: string, member_code_partner: string) {
  return {
    trade_id: 'T1',
    member_code_self,
    member_code_partner,
    status_code: '10',
    hope_delivery_date: '2026-11-20',
    detail_list: [{ my_catalog_id: 'c1' }],
  };
}

describeDatabases('the store of orders', [orderingSchema], (open) => {
  async function aMarket(): Promise<{ database: TestDatabase; store: TypeOrmOrderStore }> {
    const database = await open(fillMarket);
    return { database, store: new TypeOrmOrderStore(database) };
  }

  describe('takes', () => {
    it('orders whose slips both sides download at once, as an import of the same lines gives them', async () => {
      const { database, store } = await aMarket();
      const lines = ['c1', 'c2', 'h1'].map((catalog_id, index) => anOrderLine({ line_no: `${index}`, catalog_id }));
      const orders = await ordersToTake(database, [
        anOrder({ upload_no: 'u1', detail_list: lines, order_trade_comment: '至急 "now"' }),
        anOrder({ upload_no: 'u2', send_flg: '0', delivery_place_code: 'K1' }),
      ]);
      const taken = (await store.take(orders)).map(slipOf);
      expect(new Set(taken.map(({ tradeId }) => tradeId)).size).toBe(2);
      expect(taken.map(({ checkNumber, version }) => [checkNumber, version])).toEqual([
        ['261118-0000001', 1],
        ['261118-0000002', 1],
      ]);

      const imported = await open(fillMarket);
      const views = orders.map(({ accepted }, index) => slipViews(accepted, nth(taken, index)));
      await load(
        imported,
        'trade',
        views.flatMap((view) => [view.buyer, view.seller]),
      );
      for (const member of [buyer, seller]) {
        // oxlint-disable-next-line no-await-in-loop
        const delivered = await download(database, member);
        expect(delivered).toHaveLength(2);
        // oxlint-disable-next-line no-await-in-loop
        expect(delivered).toEqual(await download(imported, member));
      }
      expect(await storedSlips(database)).toEqual(await storedSlips(imported));
      const pairs = 'SELECT * FROM member_pair ORDER BY member_code, member_code_partner';
      expect(await database.query(pairs)).toEqual(await imported.query(pairs));
    });

    it('a number once, and answers what it is bound to', async () => {
      const { database, store } = await aMarket();
      const orders = await ordersToTake(database, ordersOf(['u1', 'u2']));
      const taken = (await store.take(orders.slice(0, 1))).map(slipOf);
      const before = await storedSlips(database);
      const [again, other] = await store.take([...orders]);
      expect(again).toEqual({ bound: { digest: nth(orders, 0).digest, slip: taken[0] } });
      expect(slipOf(other).tradeId).not.toBe(nth(taken, 0).tradeId);
      expect((await storedSlips(database)).filter(({ trade_id }) => trade_id === nth(taken, 0).tradeId)).toEqual(
        before,
      );
      expect(await store.findUploadNos(buyer, ['u1', 'u3'])).toEqual(
        new Map([['u1', { digest: orderDigest(nth(orders, 0).accepted.order), slip: taken[0] }]]),
      );
      expect(await store.findUploadNos(head, ['u1'])).toEqual(new Map());
      expect(await store.take([])).toEqual([]);
    });

    it('the same number of two members', async () => {
      const { database, store } = await aMarket();
      const own = await ordersToTake(database, ordersOf(['u1']));
      const ofHead = await ordersToTake(database, ordersOf(['u1']), head);
      expect((await store.take([...own, ...ofHead])).map((each) => 'taken' in each)).toEqual([true, true]);
    });

    it.each([
      ['the buyer of one', buyer, [['member_code_self'], 'taken']],
      ['the FC owner of one, who buys the other', head, [['member_code_self'], ['member_code_self']]],
      ['the seller of both', seller, [['member_code_partner'], ['member_code_partner']]],
    ])('the orders of members that are still there, and nothing of others: gone is %s', async (_, gone, outcomes) => {
      const { database, store } = await aMarket();
      const ofHead = ordersOf(['u2'], { member_code_self: head, detail_list: [anOrderLine({ catalog_id: 'h1' })] });
      const orders = [
        ...(await ordersToTake(database, ordersOf(['u1']))),
        ...(await ordersToTake(database, ofHead, head)),
      ];
      await database.execute('DELETE FROM member WHERE member_code = $1', [gone]);
      const answers = await store.take(orders);
      expect(answers.map((answer) => ('refused' in answer ? answer.refused : Object.keys(answer)[0]))).toEqual(
        outcomes,
      );
      expect(await storedSlips(database)).toHaveLength(outcomes[1] === 'taken' ? 2 : 0);
      expect(await store.findUploadNos(buyer, ['u1'])).toEqual(new Map());
      expect((await store.findUploadNos(head, ['u2'])).size).toBe(outcomes[1] === 'taken' ? 1 : 0);
    });

    it('orders that are known beyond their slips', async () => {
      const { database, store } = await aMarket();
      const { tradeId, checkNumber } = await takeOne(database);
      const keys = [buyer, seller].map((member_code_self) => ({ trade_id: tradeId, member_code_self }));
      await removeRecords('trade', database, linesOf(keys.slice(0, 1)));
      const bound = async () => (await store.findUploadNos(buyer, ['u1'])).get('u1')?.slip;
      expect(await bound()).toEqual({ tradeId, checkNumber, version: 2 });
      await removeRecords('trade', database, linesOf(keys.slice(1)));
      expect(await bound()).toEqual({ tradeId, checkNumber, version: 2 });
    });
  });

  describe('finds orders', () => {
    it('of buyers that the caller sees', async () => {
      const { database, store } = await aMarket();
      const planned = await takeOne(database, {
        send_flg: '0',
        detail_list: [anOrderLine(), anOrderLine({ line_no: '2', catalog_id: 'c2' })],
      });
      const order = {
        tradeId: planned.tradeId,
        statusCode: '10',
        version: 1,
        sentFrom: undefined,
        member_code_self: buyer,
        member_code_partner: seller,
        hope_delivery_date: '2026-11-20',
        catalogIds: ['c1', 'c2'],
        trade_total: '220',
      };
      const found = async (caller: string) => [...(await store.findOrders(caller, [planned.tradeId, 'T0'])).values()];
      expect(await found(buyer)).toEqual([order]);
      expect(await found(head)).toEqual([order]);
      for (const caller of [seller, '30000001', 'NOBODY', '']) {
        // oxlint-disable-next-line no-await-in-loop
        expect(await found(caller)).toEqual([]);
      }
    });

    it('that were uploaded by their buyer, even where each side buys from the other', async () => {
      const { database, store } = await aMarket();
      const { tradeId } = await takeOne(database, { send_flg: '0' });
      const back = { member_code: seller, member_code_partner: buyer, catalog: [{ catalog_id: 'x', item_id: 'x' }] };
      await load(database, 'master', [back]);
      expect((await store.findOrders(seller, [tradeId])).size).toBe(0);
      expect((await store.findOrders(buyer, [tradeId])).size).toBe(1);
    });

    it('that were loaded, by who has order-master lines of whom', async () => {
      const { database, store } = await aMarket();
      await load(database, 'trade', [loadedView(buyer, seller), loadedView(seller, buyer)]);
      expect((await store.findOrders(buyer, ['T1'])).get('T1')).toMatchObject({ version: 1, catalogIds: ['c1'] });
      expect((await store.findOrders(seller, ['T1'])).size).toBe(0);
    });

    it('of nobody for a caller without a member, although buyers have no head office either', async () => {
      const { database, store } = await aMarket();
      const single = '30000001';
      await load(database, 'master', [aMasterLine('x', {}, { member_code: single })]);
      await load(database, 'trade', [loadedView(single, seller)]);
      expect((await store.findOrders(single, ['T1'])).size).toBe(1);
      expect((await store.findOrders('', ['T1'])).size).toBe(0);
    });
  });

  it('gives way to others while it finds many orders', async () => {
    const { store } = await aMarket();
    let turns = 0;
    const count = () => {
      turns++;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const unknown = Array.from({ length: 500 }, (_, n) => `T${n}`);
    expect((await store.findOrders(buyer, unknown)).size).toBe(0);
    clearImmediate(turn);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  describe('sends', () => {
    it('planned slips in both views, as they would have been taken as sent ones', async () => {
      const { database, store } = await aMarket();
      const lines = ['c1', 'c2'].map((catalog_id, index) => anOrderLine({ line_no: `${index}`, catalog_id }));
      const planned = await takeOne(database, {
        send_flg: '0',
        detail_list: lines,
        order_trade_comment: 'a "quoted"\n,',
      });
      const before = await download(database, seller);
      expect(await store.send([planned], later)).toEqual({ versions: new Map([[planned.tradeId, 2]]) });
      expect(await download(database, seller)).toEqual(before.map((record) => ({ ...record, ...sent })));
      expect(Object.keys(nth(await download(database, seller), 0))).toEqual(Object.keys(nth(before, 0)));
      expect((await store.findOrders(buyer, [planned.tradeId])).get(planned.tradeId)).toMatchObject({
        statusCode: '40',
        version: 2,
        sentFrom: 1,
      });
      const columns = 'status_code, kind, status_day, send_day, update_day, update_date, version';
      expect(await database.query(`SELECT ${columns} FROM slip`)).toEqual(
        [1, 2].map(() => ({
          status_code: sent.status_code,
          kind: '1',
          status_day: sent.status_day,
          send_day: sent.send_date,
          update_day: sent.send_date,
          update_date: sentTime,
          version: 2,
        })),
      );
    });

    it('leaves what an import of the sent slip does not change', async () => {
      const { database, store } = await aMarket();
      const orders = await ordersToTake(database, ordersOf(['u1'], { send_flg: '0' }));
      const planned = slipOf((await store.take(orders))[0]);
      const views = slipViews(nth(orders, 0).accepted, planned);
      await store.send([planned], later);
      const fields = { ...sent, update_date: sentTime, version: '2' };
      const lines = [views.buyer, views.seller].map((view) => ({ ...view, ...fields }));
      expect(await importRecords('trade', database, linesOf(lines))).toMatchObject({ unchanged: 2, refused: 0 });
    });

    it('none, if one has another version by now, and names all that have', async () => {
      const { database, store } = await aMarket();
      const orders = await ordersToTake(database, ordersOf(['u1', 'u2', 'u3'], { send_flg: '0' }));
      const slips = (await store.take(orders)).map(slipOf);
      const [first, second, third] = slips as [(typeof slips)[0], (typeof slips)[0], (typeof slips)[0]];
      const views = slipViews(nth(orders, 1).accepted, second);
      await load(database, 'trade', [{ ...views.seller, trade_comment: 'changed by the seller' }]);
      const before = await storedSlips(database);
      expect(await store.send([first, second, { ...third, version: 7 }, { tradeId: 'T0', version: 1 }], later)).toEqual(
        {
          updatedElsewhere: [second.tradeId, third.tradeId, 'T0'],
        },
      );
      expect(await storedSlips(database)).toEqual(before);
      expect(await store.send([first, { ...second, version: 2 }], later)).toEqual({
        versions: new Map([
          [first.tradeId, 2],
          [second.tradeId, 3],
        ]),
      });
    });
  });

  it('refuses an import that has seen another version of a slip than generation has made', async () => {
    const { database, store } = await aMarket();
    const orders = await ordersToTake(database, ordersOf(['u1'], { send_flg: '0' }));
    const planned = slipOf((await store.take(orders))[0]);
    const views = slipViews(nth(orders, 0).accepted, planned);
    await store.send([planned], later);
    const line = { ...views.seller, version: '1', trade_comment: 'late' };
    expect(await importRecords('trade', database, linesOf([line]))).toMatchObject({
      refusals: [{ reason: expect.stringContaining('E000013') }],
    });
  });

  it('has one slip for each number and one winner for each version, whoever comes at once', async () => {
    const { database } = await aMarket();
    expect(await raceForOrders(database, 3)).toEqual([oneOfEach, oneOfEach, oneOfEach]);
  });
});
