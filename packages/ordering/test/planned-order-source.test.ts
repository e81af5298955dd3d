import { beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmPlannedOrderSource } from '../src/typeorm/repositories/typeorm-planned-order-source.js';
import { aMasterLine, fillMarket, load } from './order-market.js';

const [buyer, seller, head, single] = ['10000001', '20000001', '10000000', '30000001'];

describeDatabases('what planned orders are judged by', [orderingSchema], (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open(fillMarket);
    await load(database, 'master', [
      aMasterLine('c1', { prod_lot_price: '200' }, { member_code: head }),
      aMasterLine('s1', {}, { member_code: single }),
    ]);
  });

  const read = (...pairs: { buyer: string; seller: string; catalogIds: string[] }[]) =>
    new TypeOrmPlannedOrderSource(database).readPairs(pairs);

  it('are the lines of the buyer and of its head office, with the seller of the order', async () => {
    const catalogIds = ['c1', 'h1', 's1', 'x'];
    const [own, ofHead, ofSingle, ofOther] = await read(
      { buyer, seller, catalogIds },
      { buyer: head, seller, catalogIds },
      { buyer: single, seller, catalogIds },
      { buyer, seller: single, catalogIds },
    );
    const found = (data: typeof own) => catalogIds.map((catalogId) => data?.linesOf(catalogId).length);
    expect(found(own)).toEqual([2, 1, 0, 0]);
    expect(found(ofHead)).toEqual([1, 1, 0, 0]);
    expect(found(ofSingle)).toEqual([0, 0, 1, 0]);
    expect(found(ofOther)).toEqual([0, 0, 0, 0]);
    expect(await read()).toEqual([]);
  });

  it('are the settings of the pair', async () => {
    const [own, other] = await read({ buyer, seller, catalogIds: [] }, { buyer: single, seller, catalogIds: [] });
    // There are two blocks: the row of the pair and the general row of the seller.
    expect([own, other].map((data) => data?.settings.blocks.length)).toEqual([2, 1]);
    expect([own, other].map((data) => data?.settings.nonCountingDays.size)).toEqual([1, 1]);
  });
});
