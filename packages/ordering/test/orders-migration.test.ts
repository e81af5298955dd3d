import { expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { TakeOrders1763700320000 } from '../src/typeorm/migrations/1763700320000-take-orders.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { aMasterLine, fillMarket, load } from './order-market.js';

describeDatabases('slips and products of before orders were taken', [orderingSchema], (open) => {
  it('have what their bodies say in the columns, and are known again when they are loaded', async () => {
    const database = await open();
    await fillMarket(database);
    const slips = Array.from({ length: 600 }, (_, index) => ({
      trade_id: `T${index}`,
      member_code_self: index % 2 === 0 ? '10000001' : '20000001',
      status_code: index % 3 === 0 ? '10' : '40',
      hope_delivery_date: '2026-11-20',
      trade_total: `${index}`,
      trade_comment: `it's "${index}"`,
      slip_kind: index % 3 === 0 ? '1' : '2',
      perusal_flg: '2',
      update_date: '2026-11-18 10:00:00',
      detail_list: [],
    }));
    await load(database, 'trade', slips);
    const rows = async () => ({
      slips: await database.query(
        'SELECT trade_id, kind, slip_kind, hope_delivery_date, trade_total, digest FROM slip ORDER BY id',
      ),
      lines: await database.query('SELECT product_id, line_no, private_item_code FROM catalog_line ORDER BY 1, 2'),
    });
    const before = await rows();
    const migration = new TakeOrders1763700320000();
    await database.transaction(async ({ manager: { queryRunner } }) => {
      if (queryRunner === undefined) throw new Error('A unit of work has a runner');
      await migration.down(queryRunner);
      await queryRunner.query(`UPDATE slip SET digest = ${database.dialect === 'sqlite' ? "x'00'" : "'\\x00'"}`);
      await migration.up(queryRunner);
    });
    expect(await rows()).toEqual(before);
    expect(await importRecords('trade', database, linesOf(slips))).toMatchObject({
      unchanged: slips.length,
      refused: 0,
    });
    const product = aMasterLine('c1', { private_item_code: 'P1', food_cat_large_code: '01' });
    expect(await importRecords('master', database, linesOf([product]))).toMatchObject({ unchanged: 1 });
  });
});
