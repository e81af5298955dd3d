import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { linesOf } from '../src/testing/lines.js';
import { importMaster, importMembers } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { openSnapshot } from '../src/typeorm/sql/snapshot/open-snapshot.js';
import { masterCriteria } from './criteria.js';

const product = (item_id: string, item_name: string) => ({
  member_code: 'BUYER',
  member_code_partner: 'SELLER',
  buy: [{ item_id, item_name }],
});
const products = (name: string) => Array.from({ length: 1_000 }, (_, index) => product(`I${1000 + index}`, name));

function openMaster(database: TestDatabase, signal = new AbortController().signal) {
  return new TypeOrmMasterSource(database).open(masterCriteria('BUYER', {}), signal);
}

describeDatabases('snapshot', [orderingSchema], (open) => {
  async function openWithProducts(): Promise<TestDatabase> {
    const database = await open();
    await importMembers(database, linesOf([{ member_code: 'BUYER' }, { member_code: 'SELLER' }]));
    await importMaster(database, linesOf(products('before')));
    return database;
  }

  it('delivers the records of one instant, whatever is loaded meanwhile', async () => {
    const database = await openWithProducts();
    const opened = Date.now();
    const snapshot = await openMaster(database);
    expect(snapshot.instant.getTime()).toBeGreaterThanOrEqual(opened);
    await importMembers(database, linesOf([{ member_code: 'NEW' }]));
    await importMaster(database, linesOf([...products('after'), product('I9999', 'after')]));
    const names = new Map<string, number>();
    for await (const records of snapshot.records) {
      for (const { body } of records) {
        const { buy } = JSON.parse(`{${Buffer.from(body).toString('utf8')}`) as { buy: { item_name: string }[] };
        const name = buy[0]?.item_name ?? '';
        names.set(name, (names.get(name) ?? 0) + 1);
      }
    }
    await snapshot.close();
    expect([...names]).toEqual([['before', 1_000]]);
  });

  it('counts its records while they are read, whatever is loaded meanwhile', async () => {
    const database = await openWithProducts();
    const snapshot = await openMaster(database);
    const records = snapshot.records[Symbol.asyncIterator]();
    await records.next();
    await importMaster(database, linesOf([product('I9999', 'after')]));
    expect(await snapshot.count?.()).toBe(1_000);
    let read = 250;
    for (let next = await records.next(); next.done !== true; next = await records.next()) read += next.value.length;
    expect(read).toBe(1_000);
    await snapshot.close();
  });

  it('frees the memory of records that are released', async () => {
    const database = await openWithProducts();
    const snapshot = await openMaster(database);
    let count = 0;
    for await (const records of snapshot.records) {
      for (const { release } of records) release?.();
      count += records.filter(({ body }) => body.length === 0).length;
    }
    await snapshot.close();
    expect(count).toBe(1_000);
  });

  it('has the same selection for the same criteria and rights, whatever the records are', async () => {
    const database = await openWithProducts();
    const selectionOf = async (criteria: object) => {
      const source = new TypeOrmMasterSource(database);
      const snapshot = await source.open(masterCriteria('BUYER', criteria), new AbortController().signal);
      await snapshot.close();
      expect(await source.selectionOf(masterCriteria('BUYER', criteria))).toBe(snapshot.selection);
      return snapshot.selection;
    };
    const first = await selectionOf({ group_code_list: ['A', 'B'] });
    await importMaster(database, linesOf([product('I9999', 'after')]));
    expect(await selectionOf({ group_code_list: ['B', 'A', ''] })).toBe(first);
    expect(await selectionOf({ group_code_list: ['A'] })).not.toBe(first);
    await importMembers(database, linesOf([{ member_code: 'STORE', head_office_member_code: 'BUYER' }]));
    expect(await selectionOf({ group_code_list: ['A', 'B'] })).not.toBe(first);
    await importMembers(database, linesOf([{ member_code: 'STORE' }]));
    expect(await selectionOf({ group_code_list: ['A', 'B'] })).toBe(first);
  });

  it('can be closed in the middle, twice, and then fails to go on', async () => {
    const database = await openWithProducts();
    const snapshot = await openMaster(database);
    const records = snapshot.records[Symbol.asyncIterator]();
    expect((await records.next()).value).toHaveLength(250);
    await snapshot.close();
    await snapshot.close();
    await expect(records.next()).rejects.toThrow(/closed|not open|released|does not exist/);
  });

  it('ends when the signal aborts', async () => {
    const database = await openWithProducts();
    const aborting = new AbortController();
    const snapshot = await openMaster(database, aborting.signal);
    const read = async () => {
      for await (const _ of snapshot.records) aborting.abort(new Error('handed back'));
    };
    await expect(read()).rejects.toThrow('handed back');
    await snapshot.close();
  });

  it('refuses to write', async () => {
    const snapshot = await openSnapshot(await open(), new AbortController().signal);
    await expect(snapshot.execute('DELETE FROM member')).rejects.toThrow('read only');
    await expect(
      snapshot.query("INSERT INTO change_counter (name, value) VALUES ('x', 1) RETURNING name"),
    ).rejects.toThrow(/readonly|read-only/);
    await snapshot.close();
  });

  it('leaves no transaction behind', async () => {
    const database = await openWithProducts();
    for (let run = 0; run < 15; run++) await (await openMaster(database)).close();
    await importMaster(database, linesOf([product('I1', 'after')]));
    const idle =
      database.dialect === 'sqlite'
        ? []
        : await database.query(
            "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
          );
    expect(idle).toEqual([]);
  });

  it('ends a statement under way on PostgreSQL when the signal aborts', async () => {
    const database = await open();
    if (database.dialect === 'sqlite') return;
    const aborting = new AbortController();
    const snapshot = await openSnapshot(database, aborting.signal);
    const sleeping = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
    const abortMeanwhile = async () => {
      while ((await database.query(sleeping)).length === 0) await sleep(10);
      aborting.abort();
    };
    const aborted = abortMeanwhile();
    await expect(snapshot.query('SELECT pg_sleep(3600)')).rejects.toThrow('canceling statement');
    await aborted;
    await snapshot.close();
  });
});
