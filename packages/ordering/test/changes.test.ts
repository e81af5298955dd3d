import { expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { criteriaDigest } from '../src/change/criteria-digest.js';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { writeCursor } from '../src/list/list-cursor.js';
import { linesOf } from '../src/testing/lines.js';
import { tradeCriteria } from '../src/trade/trade-criteria.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmSettingSource } from '../src/typeorm/repositories/typeorm-setting-source.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { ofAnyClient } from '../src/typeorm/sql/downloads/followed-source.js';
import { masterCriteria, settingCriteria } from './criteria.js';
import { FollowedCopy, keyOf } from './followed-copy.js';
import { fillMarket, ordersOf, ordersToTake } from './order-market.js';

const members = ['BUYER', 'SELLER'].map((member_code) => ({ member_code }));
const product = (item_id: string, item_name = '') => ({
  member_code: 'BUYER',
  member_code_partner: 'SELLER',
  buy: [{ item_id, item_name }],
});
const keyOfItem = (item_id: string) => ({ member_code: 'BUYER', member_code_partner: 'SELLER', item_id });
const block = (member_code_buyer: string) => ({
  member_code_buyer,
  seller_list: [{ member_code_seller: 'SELLER', orderblock: [{ order_block_flg: '1' }] }],
});
const nothing = { isChanges: true, records: 0, removed: [] };

function masterOf(database: TestDatabase, filters: Parameters<typeof masterCriteria>[1] = {}) {
  const source = new TypeOrmMasterSource(database);
  return new FollowedCopy({ source, criteria: masterCriteria('BUYER', filters), head: '{', keyOf: keyOf.master });
}

function blocksOf(database: TestDatabase) {
  const criteria = settingCriteria('orderblock', 'BUYER', { member_code_seller: ['SELLER'] });
  return new FollowedCopy({ source: new TypeOrmSettingSource(database), criteria, head: '', keyOf: keyOf.buyer });
}

function slipsOf(database: TestDatabase, memberCode: string, tradeIds: object = {}) {
  const period = { target_date_set: '0', target_date_from: '2000-01-01', target_date_to: '2099-12-31' };
  const criteria = tradeCriteria(
    { memberCode, clientId: 'erp' },
    { ...period, ...tradeIds, status_code: ['10', '40'], member_codes: [memberCode] },
  );
  return new FollowedCopy({ source: new TypeOrmTradeSource(database), criteria, head: '{', keyOf: keyOf.trade });
}

describeDatabases('what has changed', [orderingSchema], (open) => {
  async function withProducts(count = 3): Promise<TestDatabase> {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    const products = Array.from({ length: count }, (_, n) => product(`I${n}`));
    await importRecords('master', database, linesOf(products));
    return database;
  }

  it('is told from an empty platform on, and is not what was loaded again as it is', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    const copy = masterOf(database);
    expect(await copy.update()).toEqual({ isChanges: false, records: 0, removed: [] });
    expect(copy.cursor).toMatch(/^[\w-]{40,200}$/);
    await importRecords('master', database, linesOf([product('I1'), product('I2')]));
    expect(await copy.update()).toEqual({ isChanges: true, records: 2, removed: [] });
    const { cursor } = copy;
    await importRecords('master', database, linesOf([product('I1'), product('I2')]));
    await importRecords('trade', database, linesOf([]));
    expect(await copy.update()).toEqual(nothing);
    expect(copy.cursor).toBe(cursor);
    await importRecords('master', database, linesOf([product('I1'), product('I2', 'new name')]));
    expect(await copy.update()).toEqual({ isChanges: true, records: 1, removed: [] });
  });

  it('includes what was under way at the snapshot, and what was loaded meanwhile', async () => {
    const database = await withProducts();
    const copy = masterOf(database);
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    async function* slowly() {
      // The loaded lines fill more than one chunk, so the first rows have been written but not yet committed.
      yield* linesOf(Array.from({ length: 5_000 }, (_, n) => product(`S${n}`)));
      begin();
      await goOn;
      yield* linesOf([product('S-last')]);
    }
    const load = importRecords('master', database, slowly(), { atomic: true });
    await hasBegun;
    await copy.update();
    const other = importRecords('trade', database, linesOf([]));
    expect(copy.records.size).toBe(3);
    resolve();
    expect(await load).toMatchObject({ added: 5_001 });
    await other;
    expect(await copy.update()).toEqual({ isChanges: true, records: 5_001, removed: [] });
    expect(copy.records.size).toBe(5_004);
  });

  it('names what was removed once, and not what is there again', async () => {
    const database = await withProducts();
    const copy = masterOf(database);
    await copy.update();
    const gone = linesOf([product('I0'), product('I1')]);
    await removeRecords('master', database, gone);
    await importRecords('master', database, linesOf([product('I1', 'again')]));
    await removeRecords('master', database, linesOf([product('I0')]));
    expect(await copy.update()).toEqual({ isChanges: true, records: 1, removed: [keyOfItem('I0')] });
    expect(await copy.update()).toEqual(nothing);
  });

  it.each([
    [['1', '2', '0']],
    [['1', '2', '0', 'short']],
    [['-1', '2', '0', 'x'.repeat(22)]],
    [['1e3', '2', '0', 'x'.repeat(22)]],
    [['9'.repeat(16), '2', '0', 'x'.repeat(22)]],
    [['1', '2', '0', 'x'.repeat(22)]],
  ])('cannot be told by a cursor that somebody made up of %j', async (values) => {
    const database = await withProducts(1);
    const criteria = masterCriteria('BUYER', {});
    const scope = {
      list: 'changes of master',
      memberCode: 'BUYER',
      filters: { criteria: criteriaDigest(ofAnyClient(criteria)) },
    };
    const source = new TypeOrmMasterSource(database);
    expect(await source.tellsChanges(criteria, writeCursor(scope, values))).toBe(false);
  });

  it('cannot be told by the cursor of another database with the same past', async () => {
    const [one, other] = [await withProducts(), await withProducts()];
    const source = new TypeOrmMasterSource(other);
    const criteria = masterCriteria('BUYER', {});
    const [copy, here] = [masterOf(one), masterOf(other)];
    await copy.update();
    await here.update();
    expect(await source.tellsChanges(criteria, here.cursor ?? '')).toBe(true);
    expect(await source.tellsChanges(criteria, copy.cursor ?? '')).toBe(false);
  });

  it('cannot be told once something was changed without a position', async () => {
    const database = await withProducts();
    const copy = masterOf(database);
    await copy.update();
    await database.transaction(async (transaction) => {
      await transaction.execute("UPDATE product SET customer_code = 'X' WHERE item_id = 'I1'");
      await transaction.execute(
        `INSERT INTO change_counter (name, value) VALUES ('master', 1)
         ON CONFLICT (name) DO UPDATE SET value = change_counter.value + 1`,
      );
    });
    expect(await copy.update()).toEqual({ isChanges: false, records: 3, removed: [] });
    expect(await copy.update()).toEqual(nothing);
  });

  it('can be told as long as the removed keys are kept, or nothing has changed', async () => {
    const database = await withProducts();
    const [old, current] = [masterOf(database), masterOf(database)];
    await old.update();
    await removeRecords('master', database, linesOf([product('I0')]));
    await current.update();
    const stamps = () => database.query("SELECT position FROM position_stamp WHERE name = 'master' ORDER BY position");
    const history = openOrderingPorts(database).changeHistory;
    await history.forget(Date.now() - 1_000_000);
    expect(await new TypeOrmMasterSource(database).tellsChanges(masterCriteria('BUYER', {}), old.cursor ?? '')).toBe(
      true,
    );
    expect(await stamps()).toHaveLength(3);
    await history.forget(Date.now() + 1_000_000);
    expect(await stamps()).toEqual([{ position: 2 }]);
    expect(await database.query('SELECT * FROM removed_product')).toEqual([]);
    expect(await old.update()).toEqual({ isChanges: false, records: 2, removed: [] });
    expect(await current.update()).toEqual(nothing);
    await removeRecords('master', database, linesOf([product('I1')]));
    expect(await current.update()).toEqual({ isChanges: true, records: 0, removed: [keyOfItem('I1')] });
  });

  it('cannot be told of settings once a seller has become one of a member that is seen', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    await importRecords('orderblock', database, linesOf([block('')]));
    const copy = blocksOf(database);
    expect(await copy.update()).toEqual({ isChanges: false, records: 0, removed: [] });
    await importRecords('master', database, linesOf([product('I1')]));
    expect(await copy.update()).toEqual({ isChanges: false, records: 1, removed: [] });
    await removeRecords('orderblock', database, linesOf([block('')]));
    expect(await copy.update()).toEqual({ isChanges: true, records: 0, removed: [{ member_code_buyer: '' }] });
  });

  it('includes orders that were uploaded, sent, and lost their other side', async () => {
    const database = await open(fillMarket);
    const [buyers, sellers] = [slipsOf(database, '10000001'), slipsOf(database, '20000001')];
    await buyers.update();
    await sellers.update();
    const store = new TypeOrmOrderStore(database);
    const planned = await ordersToTake(database, ordersOf(['u1', 'u2'], { send_flg: '0' }));
    const taken = await store.take(planned);
    for (const copy of [buyers, sellers]) expect(await copy.update()).toMatchObject({ isChanges: true, records: 2 });
    const [first] = taken.map((answer) => ('taken' in answer ? answer.taken : undefined));
    await store.send([first!], parseJapanTime('2026-11-18 12:34:56')!);
    for (const copy of [buyers, sellers]) expect(await copy.update()).toMatchObject({ isChanges: true, records: 1 });
    const view = { trade_id: first!.tradeId, member_code_self: '20000001' };
    await removeRecords('trade', database, linesOf([view]));
    expect(await sellers.update()).toEqual({ isChanges: true, records: 0, removed: [view] });
    // The change gave the slip a new version, and the mark is for the old version.
    expect(await buyers.update()).toEqual({ isChanges: true, records: 1, removed: [] });
  });

  it('are none where an upload is repeated', async () => {
    const database = await open(fillMarket);
    const store = new TypeOrmOrderStore(database);
    const orders = await ordersToTake(database, ordersOf(['u1', 'u2']));
    await store.take(orders);
    const copy = slipsOf(database, '10000001');
    await copy.update();
    const { cursor } = copy;
    await store.take(orders);
    expect(await copy.update()).toEqual(nothing);
    expect(copy.cursor).toBe(cursor);
  });

  it('names of what was removed only what the filters select', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    const slip = {
      member_code_self: 'BUYER',
      member_code_partner: 'SELLER',
      status_code: '40',
      order_day: '2026-01-05',
    };
    const slips = ['T1', 'T2', 'T3'].map((trade_id) => ({ ...slip, trade_id }));
    await importRecords('trade', database, linesOf(slips));
    const copy = slipsOf(database, 'BUYER', { trade_id: ['T1', 'T2'] });
    expect(await copy.update()).toMatchObject({ records: 2 });
    await removeRecords('trade', database, linesOf(slips.slice(1)));
    const key = { trade_id: 'T2', member_code_self: 'BUYER' };
    expect(await copy.update()).toEqual({ isChanges: true, records: 0, removed: [key] });
  });

  it('names as removed what the filters select no longer', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    const stopped = (sell_stop_active_code: string) => ({
      ...product('I1'),
      catalog: [{ catalog_id: 'C1', item_id: 'I1', sell_stop_active_code }],
    });
    await importRecords('master', database, linesOf([stopped('0'), product('I2')]));
    const copy = masterOf(database, { sell_stop: '1' });
    await copy.update();
    expect([...copy.records.keys()]).toContain(JSON.stringify(keyOfItem('I1')));
    await importRecords('master', database, linesOf([stopped('1')]));
    expect(await copy.update()).toEqual({ isChanges: true, records: 0, removed: [keyOfItem('I1')] });
  });

  it('names elements of settings that are gone once, and not again with the next change', async () => {
    const database = await open();
    await importRecords('members', database, linesOf(members));
    await importRecords('master', database, linesOf([product('I1')]));
    await importRecords('orderblock', database, linesOf([block(''), block('BUYER')]));
    const copy = blocksOf(database);
    expect(await copy.update()).toMatchObject({ records: 2 });
    for (const member_code_buyer of ['', 'BUYER']) {
      // oxlint-disable-next-line no-await-in-loop
      await removeRecords('orderblock', database, linesOf([block(member_code_buyer)]));
      // oxlint-disable-next-line no-await-in-loop
      expect(await copy.update()).toEqual({ isChanges: true, records: 0, removed: [{ member_code_buyer }] });
    }
  });
});
