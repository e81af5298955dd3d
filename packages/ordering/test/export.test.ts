import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ImportKind } from '@trading-platform/domain-types';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { linesOf } from '../src/testing/lines.js';
import { exportRecords } from '../src/typeorm/export-records.js';
import { importKinds, importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { sentAt } from './order-builders.js';
import { fillMarket, load, ordersOf, ordersToTake } from './order-market.js';
import { Random, randomMembers, randomProducts, randomSlips } from './random-market.js';

const pair = { member_code_self: '10000001', member_code_partner: '20000001' };

/** Fills a database with data of every kind: random records, orders that were uploaded and sent, and later changes to them. */
async function fill(database: Database): Promise<void> {
  const random = new Random(20_261_123);
  await fillMarket(database);
  await load(database, 'members', randomMembers(random));
  await importRecords('master', database, linesOf(randomProducts(random, 300)));
  const slips = randomSlips(random, 300);
  await importRecords('trade', database, linesOf(slips));
  await load(database, 'trade', [
    { ...pair, trade_id: 'T-1', status_code: '40', detail_list: [] },
    { ...pair, trade_id: 'T-2', status_code: '10', slip_kind: '2', use_ac_svc: '1', receipt_day: '2026-01-05' },
  ]);
  await load(database, 'trade', [{ ...pair, trade_id: 'T-1', status_code: '60', trade_comment: 'a "b"\n' }]);
  const store = new TypeOrmOrderStore(database);
  const taken = await store.take(await ordersToTake(database, ordersOf(['u1', 'u2'], { send_flg: '0' })));
  const planned = taken.flatMap((answer) => ('taken' in answer ? [answer.taken] : []));
  await store.send(planned.slice(0, 1), parseJapanTime('2026-11-18 12:00:00') ?? sentAt);
  const rows = [{ prohibit_flg: '1', prohibit_month: '2', prohibit_day: '29' }, { holiday_flg: '1' }];
  await load(database, 'nottrade', [
    { member_code_buyer: '10000001', seller_list: [{ member_code_seller: '20000001', nottrade: rows }] },
    { member_code_buyer: '', seller_list: [{ member_code_seller: '20000001', nottrade: rows.slice(1) }] },
  ]);
  await load(database, 'orderclosing', [
    {
      member_code_buyer: '',
      seller_list: [
        { member_code_seller: '20000001', orderclosing: [{ set_id: '1', set_name: '朝 "1"', target: '0' }] },
      ],
    },
  ]);
}

async function exported(kind: ImportKind, database: Database): Promise<readonly object[]> {
  const lines: object[] = [];
  for await (const line of exportRecords(kind, database, new AbortController().signal)) {
    lines.push(JSON.parse(line.toString()) as object);
  }
  return lines;
}

describeDatabases('an export', [orderingSchema], (open) => {
  const aMarket = () => open(fill);

  it('changes nothing where it comes from, and is the same from where it is loaded', async () => {
    const database = await aMarket();
    const other = await open();
    for (const kind of importKinds) {
      // oxlint-disable-next-line no-await-in-loop
      const lines = await exported(kind, database);
      expect(lines.length).toBeGreaterThan(0);
      const all = { read: lines.length, refusals: [], changed: 0 };
      // oxlint-disable-next-line no-await-in-loop
      expect(await importRecords(kind, database, linesOf(lines))).toMatchObject({ ...all, unchanged: lines.length });
      // oxlint-disable-next-line no-await-in-loop
      expect(await importRecords(kind, other, linesOf(lines))).toMatchObject({ ...all, added: lines.length });
      // oxlint-disable-next-line no-await-in-loop
      expect(await exported(kind, other)).toEqual(lines);
    }
  });

  it('of settings has all pairs, each in one line', async () => {
    const lines = await exported('nottrade', await aMarket());
    expect(lines).toMatchObject(['', '10000001'].map((member_code_buyer) => ({ member_code_buyer })));
  });

  it('of slips names their versions, and what no download delivers', async () => {
    const database = await aMarket();
    const slips = (await exported('trade', database)) as { readonly trade_id: string; readonly version: string }[];
    expect(slips.find(({ trade_id }) => trade_id === 'T-1')).toMatchObject({ version: '2', slip_kind: '1' });
    expect(slips.find(({ trade_id }) => trade_id === 'T-2')).toMatchObject({
      version: '1',
      slip_kind: '2',
      use_ac_svc: '1',
      perusal_flg: '1',
      receipt_day: '2026-01-05',
      update_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const versions = Map.groupBy(slips, ({ trade_id }) => trade_id);
    expect([...versions.values()].every((views) => new Set(views.map(({ version }) => version)).size === 1)).toBe(true);
  });
});
