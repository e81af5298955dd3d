import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { downloads, type ImportKind, type TradeRecord } from '@trading-platform/domain-types';
import { ShortestDeliveryDates } from '../src/delivery/shortest-delivery-dates.js';
import { downloadFunction } from '../src/download/download-function.js';
import { FcPrices } from '../src/fc-price/fc-prices.js';
import { importLines } from '../src/import/import-lines.js';
import { importFormats } from '../src/import-kind/import-formats.js';
import { linesOf } from '../src/testing/lines.js';
import { readRecords } from '../src/testing/read-records.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import { importMembers, importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { createRemovalStore } from '../src/typeorm/removal/removal-store.js';
import { TypeOrmDeliverySource } from '../src/typeorm/repositories/typeorm-delivery-source.js';
import { TypeOrmDownloadMarks } from '../src/typeorm/repositories/typeorm-download-marks.js';
import { TypeOrmFcPriceSource } from '../src/typeorm/repositories/typeorm-fc-price-source.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { areRelated } from './are-related.js';
import { heldUp, patient } from './held-up.js';

const buyer = { memberCode: 'BUYER', clientId: 'erp' };

const members = ['BUYER', 'SELLER', 'OWNER', 'DEPOT', 'FREE'].map((member_code) => ({ member_code }));

const product = {
  member_code: 'BUYER',
  member_code_partner: 'SELLER',
  catalog: [{ catalog_id: 'C1', item_id: 'I1', view_active_code: '1', status_code: '0', lead_time: '1' }],
};

const slip = {
  trade_id: 'T1',
  member_code_self: 'BUYER',
  member_code_partner: 'SELLER',
  status_code: '40',
  order_day: '2026-01-05',
};

const block = {
  member_code_buyer: 'BUYER',
  seller_list: [{ member_code_seller: 'SELLER', orderblock: [{ order_block_flg: '1' }] }],
};

const price = { fc_owner_member_code: 'OWNER', method: 'fixed', value: '100' };

const pair = { member_code_self: 'BUYER', member_code_partner: 'SELLER' };

function slipsOf(database: Database, trade: object = {}): Promise<TradeRecord[]> {
  const request = { target_date_set: '2', target_date_from: '2026-01-01', target_date_to: '2026-01-31', ...trade };
  return readRecords<unknown, TradeRecord>(
    downloadFunction(downloads.trade, new TypeOrmTradeSource(database)),
    tradeCriteria(buyer, request),
  );
}

const remove = (database: Database, kind: ImportKind, ...lines: object[]) =>
  removeRecords(kind, database, linesOf(lines));

const dateOf = (shortest_delivery_date: string, ...errorCode: string[]) => ({
  details: [{ shortest_delivery_date, detail_error_list: errorCode.map((code) => ({ errorCode: code })) }],
});

describeDatabases('a removal', [orderingSchema], (open) => {
  async function openWith(...files: (readonly [ImportKind, ...object[]])[]): Promise<TestDatabase> {
    const database = await open();
    await importMembers(database, linesOf(members));
    for (const [kind, ...lines] of files) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await importRecords(kind, database, linesOf(lines))).toMatchObject({ refused: 0 });
    }
    return database;
  }

  it('counts what it removed, what was not there and what it refused, and names that line', async () => {
    const database = await openWith(['trade', slip]);
    expect(
      await remove(database, 'members', { member_code: 'FREE' }, { member_code: 'BUYER' }, { member_code: '9' }, {}),
    ).toEqual({
      read: 4,
      removed: 1,
      notThere: 1,
      refused: 2,
      refusals: [
        { line: 2, reason: 'member_code: member BUYER is still named by products or slips' },
        { line: 4, reason: 'member_code: is missing' },
      ],
      applied: true,
    });
    expect(await openOrderingPorts(database).memberDirectory.find('FREE')).toBeUndefined();
  });

  it('is all or nothing when atomic, and nothing in a dry run', async () => {
    const database = await openWith(['trade', slip]);
    const lines = [slip, { trade_id: '' }];
    expect(await removeRecords('trade', database, linesOf(lines), { atomic: true })).toMatchObject({
      removed: 1,
      refused: 1,
      applied: false,
    });
    expect(await removeRecords('trade', database, linesOf([slip]), { dryRun: true })).toMatchObject({
      removed: 1,
      applied: false,
    });
    expect(await slipsOf(database)).toHaveLength(1);
    expect(await removeRecords('trade', database, linesOf([slip]), { atomic: true })).toMatchObject({ applied: true });
    expect(await slipsOf(database)).toEqual([]);
  });

  describe('of a member', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openWith();
    });

    it.each([
      ['members', { member_code: 'OWNER' }, { member_code: 'FREE', fc_owner_member_code: 'OWNER' }, 'member FREE'],
      ['members', { member_code: 'OWNER' }, { member_code: 'FREE', head_office_member_code: 'OWNER' }, 'member FREE'],
      ['master', { member_code: 'BUYER' }, product, 'products or slips'],
      ['master', { member_code: 'SELLER' }, product, 'products or slips'],
      ['master', { member_code: 'DEPOT' }, { ...product, member_code_order_to: 'DEPOT' }, 'products'],
      [
        'master',
        { member_code: 'DEPOT' },
        { ...product, catalog: [], buy: [{ item_id: '1' }], member_code_order_to: 'DEPOT' },
        'products',
      ],
      ['trade', { member_code: 'SELLER' }, slip, 'products or slips'],
      ['trade', { member_code: 'BUYER' }, { ...slip, member_code_partner: '' }, 'slips'],
      ['trade', { member_code: 'OWNER' }, { ...slip, fc_owner_member_code: 'OWNER' }, 'slips'],
      ['orderblock', { member_code: 'BUYER' }, block, 'settings'],
      ['orderblock', { member_code: 'SELLER' }, block, 'settings'],
      [
        'orderblock',
        { member_code: 'DEPOT' },
        { ...block, seller_list: [{ member_code_seller: 'SELLER', orderblock: [{ member_code_order_to: 'DEPOT' }] }] },
        'settings',
      ],
      [
        'businessholiday',
        { member_code: 'SELLER' },
        { member_code_seller: 'SELLER', businessholiday: [{}] },
        'settings',
      ],
      ['fc-prices', { member_code: 'OWNER' }, price, 'FC prices'],
      ['fc-prices', { member_code: 'FREE' }, { ...price, member_code_store: 'FREE' }, 'FC prices'],
      ['delivery-places', { member_code: 'FREE' }, { member_code: 'FREE', delivery_place_id: '1' }, 'delivery places'],
    ] as const)('that %s name is refused: %j', async (kind, member, line, what) => {
      await importMembers(database, linesOf(members));
      expect(await importRecords(kind, database, linesOf([line]))).toMatchObject({ refused: 0 });
      const reason = `member_code: member ${member.member_code} is still named by ${what}`;
      expect(await remove(database, 'members', member)).toMatchObject({ removed: 0, refusals: [{ line: 1, reason }] });
      expect(await remove(database, kind, line)).toMatchObject({ removed: 1 });
      expect(await remove(database, 'members', member)).toMatchObject({ removed: 1, refused: 0 });
    });
  });

  it('takes members together that name each other, and none whose stores stay', async () => {
    const database = await openWith([
      'members',
      { member_code: 'HEAD', fc_owner_member_code: 'HEAD' },
      { member_code: 'STORE1', head_office_member_code: 'HEAD' },
      { member_code: 'STORE2', head_office_member_code: 'HEAD', fc_owner_member_code: 'STORE1' },
    ]);
    const [head, store1, store2] = ['HEAD', 'STORE1', 'STORE2'].map((member_code) => ({ member_code }));
    expect(await remove(database, 'members', head as object, store1 as object)).toMatchObject({
      removed: 0,
      refusals: [
        { line: 1, reason: 'member_code: member HEAD is still named by member STORE2' },
        { line: 2, reason: 'member_code: member STORE1 is still named by member STORE2' },
      ],
    });
    expect(await remove(database, 'members', head as object, store2 as object, store1 as object)).toMatchObject({
      removed: 3,
    });
  });

  it('lets a head office stand before its stores, however long the file is', async () => {
    const stores = [
      { member_code: 'STORE1', head_office_member_code: 'HEAD' },
      { member_code: 'STORE2', fc_owner_member_code: 'OWNER' },
    ];
    const database = await openWith(
      ['members', { member_code: 'HEAD' }, ...stores],
      ['trade', { ...slip, member_code_self: 'STORE2' }],
    );
    const lines = ['HEAD', 'OWNER', 'STORE1', 'STORE2', 'HEAD'].map((member_code) => ({ member_code }));
    const lineByLine = { ...importFormats.members.removal, rowsPerChunk: 1 };
    expect(await importLines(linesOf(lines), lineByLine, createRemovalStore('members', database))).toMatchObject({
      changed: 2,
      unchanged: 1,
      refusals: [
        { line: 2, reason: 'member_code: member OWNER is still named by member STORE2' },
        { line: 4, reason: 'member_code: member STORE2 is still named by products or slips' },
      ],
    });
  });

  it('takes the marks of a slip with it: loaded again, it has not been downloaded', async () => {
    const database = await openWith(['trade', slip]);
    const snapshot = await new TypeOrmTradeSource(database).open(
      tradeCriteria(buyer, { target_date_set: '2', target_date_from: '2026-01-05', target_date_to: '2026-01-05' }),
      new AbortController().signal,
    );
    const receipts: string[] = [];
    for await (const records of snapshot.records) receipts.push(...records.map(({ receipt }) => receipt ?? ''));
    await snapshot.close();
    await new TypeOrmDownloadMarks(database).mark(buyer, [receipts]);
    expect(await slipsOf(database, { not_downloaded_flg: '2' })).toHaveLength(1);
    expect(await remove(database, 'trade', { trade_id: 'T1', member_code_self: 'BUYER' })).toMatchObject({
      removed: 1,
    });
    expect(await database.query('SELECT * FROM download_mark')).toEqual([]);
    await importRecords('trade', database, linesOf([slip]));
    expect(await slipsOf(database, { not_downloaded_flg: '1' })).toHaveLength(1);
    await new TypeOrmDownloadMarks(database).mark(buyer, [receipts]);
    expect(await slipsOf(database, { not_downloaded_flg: '1' })).toHaveLength(1);
  });

  it('ends the relation of a pair with the last product and slip that names it', async () => {
    const both = [
      { ...slip, trade_id: 'T2' },
      slip,
      { ...slip, member_code_self: 'SELLER', member_code_partner: 'BUYER' },
    ];
    const database = await openWith(['master', product], ['trade', ...both]);
    const ofPair = () => areRelated(database, 'SELLER', 'BUYER');
    await remove(database, 'trade', ...both.slice(1));
    await remove(database, 'master', product);
    expect(await ofPair()).toBe(true);
    await remove(database, 'trade', ...both);
    expect(await ofPair()).toBe(false);
    await importRecords('trade', database, linesOf([slip]));
    expect(await ofPair()).toBe(true);
    await importRecords('trade', database, linesOf([{ ...slip, member_code_partner: 'DEPOT' }]));
    expect(await ofPair()).toBe(false);
    expect(await areRelated(database, 'DEPOT', 'BUYER')).toBe(true);
  });

  it('frees the catalog_id of a product for another one', async () => {
    const database = await openWith(['master', product]);
    const other = { ...product, catalog: [{ catalog_id: 'C1', item_id: 'I2' }] };
    expect(await importRecords('master', database, linesOf([other]))).toMatchObject({ refused: 1 });
    await remove(database, 'master', { member_code: 'BUYER', member_code_partner: 'SELLER', buy: [{ item_id: 'I1' }] });
    expect(await importRecords('master', database, linesOf([other]))).toMatchObject({ added: 1 });
  });

  it('withdraws an FC price by its key, whatever its price was', async () => {
    const from = { ...price, valid_from: '2026-01-01' };
    const database = await openWith(['fc-prices', price, from, { ...from, date_basis: 'delivery' }]);
    const key = { fc_owner_member_code: 'OWNER', valid_from: '2026-01-01', date_basis: '' };
    expect(await remove(database, 'fc-prices', key, { ...from, value: '999' })).toMatchObject({
      removed: 1,
      notThere: 1,
    });
    expect(await database.query('SELECT valid_from, date_basis FROM fc_price ORDER BY 1')).toEqual([
      { valid_from: '', date_basis: 'order' },
      { valid_from: '2026-01-01', date_basis: 'delivery' },
    ]);
  });

  it('takes all rows of the pairs that a line of settings names, of this kind', async () => {
    const closing = {
      member_code_buyer: 'BUYER',
      seller_list: [{ member_code_seller: 'SELLER', orderclosing: [{ closing_time: '10:00' }] }],
    };
    const general = { ...block, member_code_buyer: '' };
    const database = await openWith(['orderblock', block, general], ['orderclosing', closing]);
    expect(await remove(database, 'businessholiday', { member_code_seller: 'SELLER' })).toMatchObject({ notThere: 1 });
    const keys = {
      member_code_buyer: 'BUYER',
      seller_list: [{ member_code_seller: 'SELLER' }, { member_code_seller: 'X' }],
    };
    expect(await remove(database, 'orderblock', keys, block)).toMatchObject({ removed: 1, notThere: 1 });
    expect(await database.query('SELECT member_code_buyer, kind FROM setting_row ORDER BY 1')).toEqual([
      { member_code_buyer: '', kind: 'orderblock' },
      { member_code_buyer: 'BUYER', kind: 'orderclosing' },
    ]);
  });

  it('takes what was loaded when longer codes were', async () => {
    const database = await openWith();
    const [line, id] = ['x\n'.repeat(500), 'y'.repeat(500)];
    await database.execute(
      `INSERT INTO fc_price (scope, valid_from, date_basis, fc_owner_member_code, member_code_store, catalog_id,
         food_cat_large_code, method, value, rounding, valid_to) VALUES ($1, '', 'order', 'OWNER', '', $2, '', 'x', '', '', '')`,
      [JSON.stringify(['OWNER', '', line, '']), line],
    );
    await database.execute("INSERT INTO delivery_place VALUES ('FREE', $1, '', '', '')", [id]);
    expect(await remove(database, 'fc-prices', { ...price, catalog_id: line })).toMatchObject({ removed: 1 });
    const place = { member_code: 'FREE', delivery_place_id: id };
    expect(await remove(database, 'delivery-places', place)).toMatchObject({ removed: 1 });
  });

  it('is seen by lookups that keep prices, dates and pairs in memory', async () => {
    const database = await openWith(
      ['members', { member_code: 'BUYER', fc_owner_member_code: 'OWNER' }],
      ['master', product],
      ['fc-prices', price],
      ['orderblock', block],
    );
    const dates = new ShortestDeliveryDates({ source: new TypeOrmDeliverySource(database) });
    const prices = new FcPrices({ source: new TypeOrmFcPriceSource(database) });
    const item = { order_send_date: '2026-01-05', delivery_date: '2026-01-06', price: '250', catalog_id: 'C1' };
    const priceNow = async () =>
      (await prices.lookUp({ item: [{ ...item, member_code_store: 'BUYER' }] }, 'OWNER'))[0]?.fc_price;
    const dateNow = async () =>
      dates.lookUp({ ...pair, send_date: '2026-01-05 10:00:00', details_list: [{ catalog_id: 'C1' }] }, 'BUYER');
    expect([await priceNow(), await dateNow()]).toMatchObject([100, dateOf('', 'E000014')]);
    const other = await openDatabase({ address: database.address, schemas: [orderingSchema] });
    try {
      await remove(other, 'fc-prices', price);
      expect(await priceNow()).toBe(250);
      await remove(other, 'orderblock', block);
      expect(await dateNow()).toMatchObject(dateOf('2026-01-06'));
      await importRecords('trade', other, linesOf([slip]));
      await remove(other, 'master', product);
      expect([await priceNow(), await dateNow()]).toMatchObject([0, dateOf('', 'E000012')]);
      await importRecords('trade', other, linesOf([{ ...slip, member_code_partner: 'DEPOT' }]));
      expect(await dateNow()).toMatchObject({ refused: expect.arrayContaining(['member_code_partner']) });
      await importRecords('trade', other, linesOf([slip]));
      expect(await dateNow()).toMatchObject(dateOf('', 'E000012'));
      await remove(other, 'trade', slip);
      expect(await dateNow()).toMatchObject({ refused: expect.arrayContaining(['member_code_partner']) });
    } finally {
      await other.close();
    }
  });

  it('leaves a running download its slips', async () => {
    const slips = Array.from({ length: 1_000 }, (_, index) => ({ ...slip, trade_id: `T${1_000 + index}` }));
    const database = await openWith(['trade', ...slips]);
    const criteria = tradeCriteria(buyer, {
      target_date_set: '2',
      target_date_from: '2026-01-05',
      target_date_to: '2026-01-05',
    });
    const snapshot = await new TypeOrmTradeSource(database).open(criteria, new AbortController().signal);
    expect(await remove(database, 'trade', ...slips)).toMatchObject({ removed: 1_000 });
    let records = 0;
    for await (const chunk of snapshot.records) records += chunk.length;
    await snapshot.close();
    expect(records).toBe(1_000);
    expect(await slipsOf(database)).toEqual([]);
  });

  it('of a member waits for a load that names it', async () => {
    const database = await openWith();
    const other = await openDatabase({ address: database.address, schemas: [orderingSchema], ...patient });
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slips = Array.from({ length: 2_100 }, (_, index) => ({
      ...slip,
      trade_id: `T${index}`,
      member_code_partner: 'FREE',
    }));
    try {
      const loading = importRecords('trade', database, heldUp(slips, held.promise), {
        atomic: true,
        onProgress: () => begun.resolve(),
      });
      await begun.promise;
      const removing = remove(other, 'members', { member_code: 'FREE' });
      expect(await Promise.race([removing, sleep(300, 'waits')])).toBe('waits');
      held.resolve();
      expect(await loading).toMatchObject({ added: slips.length, applied: true });
      expect(await removing).toMatchObject({ removed: 0, refused: 1 });
    } finally {
      await other.close();
    }
  });

  describe('a line', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openWith();
    });

    it.each([
      ['members', { member_code: '' }, 'member_code: is missing'],
      ['members', { member_code: 'A', colour: '' }, 'colour: unknown field'],
      ['members', { member_code: 1 }, 'member_code: must be a string'],
      ['members', { member_code: '\0' }, 'member_code: must not hold the character U+0000'],
      ['master', { member_code: 'A', member_code_partner: 'B' }, 'buy[0].item_id or catalog[0].item_id: is missing'],
      ['master', { member_code: 'A', buy: [] }, 'member_code_partner: is missing'],
      ['trade', { trade_id: 'T' }, 'member_code_self: is missing'],
      ['orderblock', { member_code_buyer: '' }, 'seller_list: is missing'],
      ['orderblock', { member_code_buyer: '', seller_list: [{}] }, 'seller_list[0].member_code_seller: is missing'],
      ['businessholiday', { member_code_seller: '' }, 'member_code_seller: is missing'],
      ['fc-prices', { valid_from: '2026-01-01' }, 'fc_owner_member_code: is missing'],
      ['delivery-places', { member_code: 'A' }, 'delivery_place_id: is missing'],
    ] as const)('of %s refuses %j', async (kind, line, reason) => {
      expect(await remove(database, kind, line)).toMatchObject({ refused: 1, refusals: [{ line: 1, reason }] });
    });
  });
});
