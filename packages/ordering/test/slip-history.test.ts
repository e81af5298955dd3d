import { describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { formatTokyoDateTime } from '@trading-platform/domain-types';
import { instantOf, parseJapanTime } from '../src/delivery/japan-time.js';
import { changedNames } from '../src/history/changed-fields.js';
import { unpackChanges } from '../src/history/packed-changes.js';
import { slipActor } from '../src/history/slip-change.js';
import { OrderGeneration } from '../src/order/order-generation.js';
import type { TakenOrder } from '../src/order/order-store.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmPlannedOrderSource } from '../src/typeorm/repositories/typeorm-planned-order-source.js';
import { readHistory } from '../src/typeorm/sql/history/read-history.js';
import { sentAt } from './order-builders.js';
import { fillMarket, load, nth, ordersOf, ordersToTake } from './order-market.js';

const [buyer, seller, head] = ['10000001', '20000001', '10000000'];
const user = slipActor({ subject: 'u-1', clientId: 'erp', memberCode: buyer });
const later = parseJapanTime('2026-11-19 09:00:00')!;

/** Returns the history of a slip, with what changed in the buyer's and in the seller's view. */
async function historyOf(database: Database, tradeId: string) {
  const rows = await readHistory(database, { tradeId, below: Number.MAX_SAFE_INTEGER, limit: 100 });
  return rows.map(({ version, action, actorKind, side, changes }) => ({
    version,
    by: [action, actorKind, side].join(' ').trim(),
    changed: [buyer, seller].map((member) => changedNames(unpackChanges(tradeId, changes, member))),
  }));
}

function view(self: string, partner: string, given: object = {}) {
  return {
    trade_id: 'T1',
    member_code_self: self,
    member_code_partner: partner,
    status_code: '40',
    detail_list: [
      { trade_prod_id: 'T1001', prod_lot_qty: '1' },
      { trade_prod_id: 'T1002', prod_lot_qty: '2' },
    ],
    ...given,
  };
}

const ofBuyer = (given: object = {}) => view(buyer, seller, given);
const ofSeller = (given: object = {}) => view(seller, buyer, given);

function slipOf(answer: TakenOrder | undefined) {
  if (answer === undefined || !('taken' in answer)) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
  return answer.taken;
}

const nothing = [[], []];
const imported = 'import import';

describeDatabases('the history of a slip', [orderingSchema], (open) => {
  async function aMarket(): Promise<{ database: TestDatabase; store: TypeOrmOrderStore }> {
    const database = await open(fillMarket);
    return { database, store: new TypeOrmOrderStore(database) };
  }

  describe('that is ordered', () => {
    it('begins with the upload, by its sender and at the time of the order', async () => {
      const { database, store } = await aMarket();
      const order = nth(await ordersToTake(database, ordersOf(['u1'])), 0);
      const { tradeId } = slipOf((await store.take([{ ...order, by: user }]))[0]);
      expect(await readHistory(database, { tradeId, below: 2, limit: 1 })).toEqual([
        {
          tradeId,
          version: 1,
          at: instantOf(sentAt),
          action: 'upload',
          actorKind: 'user',
          userId: 'u-1',
          clientId: 'erp',
          memberCode: buyer,
          side: 'buyer',
          memberCodeSelf: buyer,
          changes: '',
        },
      ]);
      await store.take([{ ...order, by: user }]);
      expect(await historyOf(database, tradeId)).toHaveLength(1);
    });

    it('names the member of a sender that is not known otherwise', async () => {
      const { database, store } = await aMarket();
      const order = nth(await ordersToTake(database, ordersOf(['u1']), head), 0);
      const { tradeId } = slipOf((await store.take([order]))[0]);
      expect(await readHistory(database, { tradeId, below: 2, limit: 1 })).toMatchObject([
        { actorKind: 'client', userId: '', clientId: '', memberCode: head, memberCodeSelf: buyer },
      ]);
    });

    it('goes on with generation, once, however often it is asked for', async () => {
      const { database, store } = await aMarket();
      const order = nth(await ordersToTake(database, ordersOf(['u1'], { send_flg: '0' })), 0);
      const { tradeId } = slipOf((await store.take([order]))[0]);
      const source = new TypeOrmPlannedOrderSource(database);
      const generation = new OrderGeneration({ store, source, now: () => new Date(instantOf(later)) });
      for (let time = 1; time <= 2; time++) {
        // oxlint-disable-next-line no-await-in-loop
        const generated = await generation.generate({ trade_id_list: [tradeId] }, buyer, user);
        expect(generated).toEqual({ orders: [{ trade_id: tradeId, version: '2' }] });
      }
      const sent = ['status_code', 'status_day', 'send_date', 'send_time', 'order_send_date', 'order_send_time'];
      expect(await historyOf(database, tradeId)).toEqual([
        { version: 2, by: 'generate user buyer', changed: [sent, sent] },
        { version: 1, by: 'upload client buyer', changed: nothing },
      ]);
      const [last] = await readHistory(database, { tradeId, below: 3, limit: 1 });
      expect(formatTokyoDateTime(last?.at ?? 0)).toBe('2026-11-19 09:00:00');
      expect(last).toMatchObject({ memberCode: buyer, memberCodeSelf: buyer });
    });

    it('is not written when nothing is sent', async () => {
      const { database, store } = await aMarket();
      const order = nth(await ordersToTake(database, ordersOf(['u1'], { send_flg: '0' })), 0);
      const planned = slipOf((await store.take([order]))[0]);
      expect(await store.send([{ ...planned, version: 7 }], later, user)).toEqual({
        updatedElsewhere: [planned.tradeId],
      });
      expect(await historyOf(database, planned.tradeId)).toHaveLength(1);
    });
  });

  describe('that is imported', () => {
    it('has one entry for a version, whichever views a chunk has, and names what changed in each', async () => {
      const { database } = await aMarket();
      await load(database, 'trade', [ofBuyer(), ofSeller()]);
      await load(database, 'trade', [ofBuyer(), ofSeller()]);
      const correction = { status_code: '60', detail_list: [{ trade_prod_id: 'T1001', prod_lot_qty: '3' }] };
      await load(database, 'trade', [
        ofBuyer({ ...correction, op_name_self: 'Yamada' }),
        ofSeller({ ...correction, perusal_flg: '2' }),
      ]);
      await load(database, 'trade', [ofSeller({ ...correction, perusal_flg: '2', trade_comment: 'short' })]);
      const lines = ['detail_list[T1001].prod_lot_qty', 'detail_list[T1002]'];
      expect(await historyOf(database, 'T1')).toEqual([
        { version: 3, by: imported, changed: [[], ['trade_comment']] },
        {
          version: 2,
          by: imported,
          changed: [
            ['status_code', 'op_name_self', ...lines],
            ['status_code', 'perusal_flg', ...lines],
          ],
        },
        { version: 1, by: imported, changed: nothing },
      ]);
    });

    it('begins with the version that its lines name, also when an import loads its views one after the other', async () => {
      const { database } = await aMarket();
      const others = Array.from({ length: 2_000 }, (_, n) => ofBuyer({ trade_id: `X${n}` }));
      await load(database, 'trade', [ofBuyer({ version: '5' }), ...others, ofSeller({ version: '5' })]);
      expect(await historyOf(database, 'T1')).toEqual([{ version: 5, by: imported, changed: nothing }]);
      expect(await database.query('SELECT COUNT(*) AS changes FROM slip_history')).toEqual([{ changes: 2_001 }]);
    });

    it('has no entry of an import that was not applied', async () => {
      const { database } = await aMarket();
      await importRecords('trade', database, linesOf([ofBuyer()]), { dryRun: true });
      expect(await historyOf(database, 'T1')).toEqual([]);
    });
  });

  it('tells that a view was removed, goes with the last view, and begins anew with the slip', async () => {
    const { database } = await aMarket();
    await load(database, 'trade', [ofBuyer(), ofSeller(), ofBuyer({ trade_id: 'T2' })]);
    await removeRecords('trade', database, linesOf([ofBuyer()]));
    expect(await historyOf(database, 'T1')).toEqual([
      { version: 2, by: 'remove operator', changed: nothing },
      { version: 1, by: imported, changed: nothing },
    ]);
    await removeRecords('trade', database, linesOf([ofSeller()]));
    expect(await historyOf(database, 'T1')).toEqual([]);
    expect(await historyOf(database, 'T2')).toHaveLength(1);
    await load(database, 'trade', [ofBuyer()]);
    expect(await historyOf(database, 'T1')).toEqual([{ version: 3, by: imported, changed: nothing }]);
  });

  it('leaves alone what processes of the last release write', async () => {
    const { database } = await aMarket();
    await load(database, 'trade', [ofBuyer()]);
    await database.execute('DELETE FROM slip_history');
    await load(database, 'trade', [ofBuyer({ status_code: '60' })]);
    expect(await historyOf(database, 'T1')).toEqual([{ version: 2, by: imported, changed: [['status_code'], []] }]);
  });
});
