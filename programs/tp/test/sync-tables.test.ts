import { readdir, readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { FakeRecords } from '@trading-platform/client/testing';
import { parquetPlace, postgresPlace, querySqlite, sqlitePlace } from './copy-places.js';
import { withCredentials } from './run-tp.js';
import { eachWithChanges, names, own, partner, product, type SyncScene, slip } from './sync-scene.js';

let scene: SyncScene;

eachWithChanges((made) => {
  scene = made;
});

describe('tp sync', () => {
  it.each([
    [['trade'], [], /required option '--to <place>' not specified/],
    [['slips'], ['--to', 'x/'], /'slips' is invalid.*Allowed choices are master, trade, settings, /],
    [['trade'], ['--to', 'mysql://localhost/x'], /^tp: --to mysql: is no place that tp knows: sqlite:FILE, postgres:/],
    [['trade'], ['--to', 'mirror.db'], /^tp: --to mirror\.db is no folder: write sqlite:FILE, /],
    [['trade'], ['--to', 'caller.json/'], /^tp: --to caller\.json\/ is no folder: write sqlite:FILE, /],
    [['trade'], ['--to', 'sqlite:'], /^tp: --to sqlite:: name a file/],
    [['trade'], ['--to', 'sqlite:no/where.db'], /^tp: sqlite:no\/where\.db: there is no such file or folder/],
    [['trade'], ['--to', 'sqlite:caller.json'], /^tp: sqlite:caller\.json: file is not a database/],
    [['trade'], ['--to', 'postgres://u:secret@127.0.0.1/x'], /^tp: --to: other programs can see a password/],
    [['trade'], ['--to', 'postgres://u@127.0.0.1:9/x'], /^tp: postgres:\/\/u@127\.0\.0\.1:9\/x: .*ECONNREFUSED/],
    [['trade'], ['--to', 'sqlite:m.db', '--format', 'parquet'], /^tp: --format is for folders/],
    [['trade'], ['--to', 'x/', '--every', '5'], /Expected a number with s, m, h or d/],
    [['trade'], ['--to', 'x/', '--every', '30d'], /from 1s to 7d/],
    [
      ['trade'],
      ['--to', 'x/', '--filter', 'master=caller.json'],
      /^tp: --filter master=caller\.json: write KIND=FILE, with KIND one of trade/,
    ],
    [['trade'], ['--to', 'x/', '--filter', 'trade=none.json'], /^tp: none\.json: there is no such file/],
    [['trade'], ['--to', 'x/', '--filter', 'trade=caller.json'], /^tp: caller\.json: trade has no field auth_url/],
    [
      ['trade'],
      ['--to', 'x/', '--filter', 'trade=marks.json'],
      /^tp: marks\.json: a copy cannot follow not_downloaded_flg "1"/,
    ],
  ])('says what is wrong with %j %j, and makes nothing', async (what, more, message) => {
    await scene.workplace.write('marks.json', JSON.stringify({ not_downloaded_flg: '1' }));
    const before = await readdir(scene.workplace.folder);
    const result = await scene.workplace.tp(['sync', ...what, ...withCredentials, ...more]);
    expect(result).toMatchObject({ stdout: '', stderr: expect.stringMatching(message) });
    expect(result.code).toBeGreaterThan(0);
    expect(result.stderr).toMatch(/^[^\n]*\n$/);
    expect(result.stderr).not.toContain('secret');
    expect(await readdir(scene.workplace.folder)).toEqual(before);
    expect(scene.platform.callsTo('/request')).toEqual([]);
  });

  it('leaves a database alone that a newer program has made', async () => {
    const place = await sqlitePlace(scene.workplace);
    await scene.sync(place, ['master']);
    const database = new DatabaseSync(scene.workplace.path('mirror.db'));
    database.exec('UPDATE tp_sync SET version = 2; ALTER TABLE tp_sync DROP COLUMN state');
    database.close();
    expect(await scene.sync(place, ['master'])).toMatchObject({
      code: 2,
      stderr:
        'tp: sqlite:mirror.db belongs to a newer tp (version 2 of its state, where this one knows 1): install that\n',
    });
    const file = await scene.workplace.read('mirror.db');
    await scene.sync(place, ['master']);
    expect(await scene.workplace.read('mirror.db')).toBe(file);
  });

  it.each([
    ['CREATE TABLE master_buy (name TEXT)', 'master_buy'],
    ['CREATE TABLE notes (name TEXT); CREATE TABLE accounts (name TEXT)', 'accounts'],
    ['CREATE TABLE tp_sync (name TEXT)', 'tp_sync'],
    ['CREATE VIEW today AS SELECT 1', 'today'],
  ])('leaves a file of SQLite alone that is of another program: %s', async (sql, table) => {
    const database = new DatabaseSync(scene.workplace.path('mirror.db'));
    database.exec(sql);
    database.close();
    const file = await readFile(scene.workplace.path('mirror.db'));
    expect(await scene.sync(await sqlitePlace(scene.workplace), ['master'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `tp: sqlite:mirror.db has a table ${table} that tp sync has not made: give the copy a file of its own\n`,
    });
    expect(await readFile(scene.workplace.path('mirror.db'))).toEqual(file);
    expect(await readdir(scene.workplace.folder)).toEqual(['caller.json', 'mirror.db']);
    expect(scene.platform.callsTo('/request')).toEqual([]);
  });

  it('leaves tables alone that somebody has made beside those of a copy', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    await scene.sync(place, ['master']);
    const database = new DatabaseSync(scene.workplace.path('mirror.db'));
    database.exec("CREATE TABLE notes (name TEXT); INSERT INTO notes VALUES ('mine')");
    database.close();
    scene.master.put(product(1, 'changed'));
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0, stderr: '' });
    expect(await names(place)).toEqual(['changed']);
    expect(await place.rows('notes')).toEqual([{ name: 'mine' }]);
  });

  it('takes no table of another program for its own in a schema of PostgreSQL, where others may be', async () => {
    const place = await postgresPlace();
    try {
      await place.execute("CREATE TABLE accounts (name TEXT); CREATE TABLE trade AS SELECT 'mine' AS name");
      scene.master.put(product(1));
      scene.trade.put(slip(1));
      expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0, stderr: '' });
      const refused = await scene.sync(place, ['trade']);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toMatch(
        /^tp: postgres:\S+ has a table trade that tp sync has not made: give the copy a schema of its own\n$/,
      );
      expect(await place.rows('trade')).toEqual([{ name: 'mine' }]);
    } finally {
      await place.remove();
    }
  });

  it('waits in PostgreSQL for a session that ends soon, and leaves the copy to one that stays', async () => {
    const place = await postgresPlace();
    const lock = "pg_advisory_xact_lock(hashtextextended('tp sync ' || current_schema(), 0))";
    const waiter = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
    // The session sleeps once it has the lock.
    const held = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    /** Runs a statement that takes the lock. The server releases the lock as soon as the statement ends. */
    const holdLock = async (statement: string) => {
      const ended = place.execute(statement).catch(() => undefined);
      while ((await place.rows(`(${held}) AS held`)).length === 0) await setTimeout(20);
      return { ended };
    };
    try {
      scene.master.put(product(1));
      const short = await holdLock(`DO $$ BEGIN
        PERFORM ${lock};
        WHILE NOT EXISTS (${waiter}) LOOP PERFORM pg_sleep(0.02); END LOOP;
      END $$`);
      expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0, stderr: '' });
      await short.ended;
      const long = await holdLock(`SELECT ${lock}, pg_sleep(60)`);
      const refused = await scene.sync(place, ['master']);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^tp: Another process writes the copy in postgres:\S+ now\n$/);
      await place.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'");
      await long.ended;
    } finally {
      await place.remove();
    }
  });

  it('leaves files alone that it has not made', async () => {
    await scene.workplace.write('trade.ndjson', 'mine');
    const inFolder = await scene.workplace.tp(['sync', 'trade', ...withCredentials, '--to', './']);
    expect(inFolder.stderr).toMatch(/trade\.ndjson is there, and tp sync has not made it: give the copy a folder/);
    expect(await scene.workplace.read('trade.ndjson')).toBe('mine');
  });

  it('has typed columns, tables of lists that join by key, and the key of the product', async () => {
    const place = await sqlitePlace(scene.workplace);
    scene.master.put(product(1));
    await scene.sync(place, ['master']);
    expect(
      querySqlite(
        scene.workplace.path('mirror.db'),
        `SELECT m.item_id, b.item_name, b.item_spec, c.line, c.prod_lot_price * 2 AS price, typeof(c.prod_lot_price) AS type,
           c.update_date, c.price_change_date
         FROM master m JOIN master_buy b USING (member_code, member_code_partner, item_id)
           JOIN master_catalog c USING (member_code, member_code_partner, item_id)`,
      ),
    ).toEqual([
      {
        item_id: 'item-00001',
        item_name: 'product 1',
        item_spec: 'a\u2028b',
        line: 1,
        price: 25,
        type: 'real',
        update_date: '2026-11-01T00:00:00Z',
        price_change_date: null,
      },
    ]);
  });

  it.each([
    ['SQLite', sqlitePlace],
    ['PostgreSQL', postgresPlace],
    ['Parquet files', parquetPlace],
  ])('puts records aside that do not fit, and goes on: %s', async (_name, make) => {
    const place = await make(scene.workplace);
    const isFiles = place.to.includes('parquet');
    const ids = async () => (await place.rows('trade')).map(({ trade_id }) => String(trade_id)).toSorted();
    const aside = async (): Promise<{ key: unknown; reason: string; record: unknown; at: string }[]> => {
      if (!isFiles) {
        const rows = (await place.rows('tp_sync_aside')) as Record<string, string>[];
        const ofTrade = rows.filter(({ kind }) => kind === 'trade');
        return ofTrade.map(({ record_key = '', reason = '', record = '', put_aside_at = '' }) => ({
          key: JSON.parse(record_key),
          reason,
          record: JSON.parse(record),
          at: new Date(put_aside_at).toISOString(),
        }));
      }
      const text = await scene.workplace.read('copy/trade.aside.ndjson').catch(() => '');
      const lines = text.split('\n').filter((line) => line !== '');
      return lines.map((line) => {
        const { put_aside_at: at, ...rest } = JSON.parse(line) as Record<string, unknown>;
        return { ...rest, at } as never;
      });
    };
    try {
      const bad = { ...slip(2), trade_total: '1,234' };
      scene.trade.put(slip(1), bad, slip(3), { ...slip(4), detail_list: [{ tax: '1000000000000' }] });
      scene.master.put(product(1));
      const first = await scene.sync(place, ['trade', 'master']);
      const where = isFiles ? 'trade.aside.ndjson' : 'table tp_sync_aside';
      expect(first).toMatchObject({
        code: 5,
        stderr: `tp: Records that fit no column are put aside with the reason: 2 of trade in ${where}; --text-column NAME keeps such a column as text\n`,
      });
      expect(first.stdout).toContain(
        `trade full load, 4 records, 2 put aside in ${where}; master full load, 1 records (`,
      );
      expect([await ids(), await names(place)]).toEqual([['T1', 'T3'], ['product 1']]);
      const kept = (await aside()).toSorted((one, other) => one.reason.localeCompare(other.reason));
      const form = 'no decimal with at most 12 digits before the point and 4 after it';
      expect(kept).toMatchObject([
        { key: ['T4', own], reason: `tax is "1000000000000", which is ${form}` },
        { key: ['T2', own], reason: `trade_total is "1,234", which is ${form}`, record: bad },
      ]);

      // One record is corrected, one is removed, a good one becomes wrong, and one stays unchanged.
      scene.trade.put({ ...slip(2), trade_total: '1234' }, { ...slip(3), trade_total: '▲500' });
      const second = await scene.sync(place, ['trade'], ['--json']);
      expect(second.code).toBe(5);
      expect(JSON.parse(second.stdout)).toMatchObject({
        kinds: [{ kind: 'trade', full: false, written: 2, aside: 2 }],
      });
      expect(await ids()).toEqual(['T1', 'T2']);
      expect(new Set((await aside()).map(({ key }) => JSON.stringify(key)))).toEqual(
        new Set([JSON.stringify(['T3', own]), JSON.stringify(['T4', own])]),
      );
      expect((await aside()).find(({ reason }) => reason.startsWith('tax'))?.at).toBe(kept[0]?.at);

      expect(await scene.sync(place, ['trade'])).toMatchObject({
        code: 5,
        stdout: expect.stringContaining('trade no change, 2 put aside in'),
      });
      scene.trade.remove(slip(4));
      scene.trade.put(slip(3));
      expect(await scene.sync(place, ['trade'])).toMatchObject({ code: 0, stderr: '' });
      expect([await ids(), await aside()]).toEqual([['T1', 'T2', 'T3'], []]);
      scene.trade.put(bad);
      expect((await scene.sync(place, ['trade'], ['--full'])).code).toBe(5);
      expect((await scene.sync(place, ['trade'], ['--text-column', 'trade_total'])).code).toBe(0);
      expect([await ids(), await aside()]).toEqual([['T1', 'T2', 'T3'], []]);
    } finally {
      await place.remove();
    }
  });

  it('puts a record aside that PostgreSQL refuses, although its values have the types of the columns', async () => {
    const place = await postgresPlace();
    try {
      // Midnight of 0001-01-01 in Japan precedes every year of PostgreSQL's ISO form.
      const first = { ...product(2), catalog: [{ item_id: 'item-00002', update_date: '0001-01-01 00:00:00' }] };
      scene.master.put(product(1), first, product(3));
      const result = await scene.sync(place, ['master']);
      expect(result).toMatchObject({ code: 5, stdout: expect.stringContaining('1 put aside in table tp_sync_aside') });
      expect(await names(place)).toEqual(['product 1', 'product 3']);
      expect(await place.rows('tp_sync_aside')).toMatchObject([{ reason: expect.stringContaining('out of range') }]);
    } finally {
      await place.remove();
    }
  });

  it('makes columns for what an amount of the platform can be, and no more', async () => {
    const place = await postgresPlace();
    try {
      const most = '-999999999999.9999';
      scene.trade.put({ ...slip(1), trade_total: most });
      expect(await scene.sync(place, ['trade'])).toMatchObject({ code: 0, stderr: '' });
      expect(await place.rows('trade')).toMatchObject([{ trade_total: most }]);
      await expect(place.execute('UPDATE trade SET trade_total = 1000000000000')).rejects.toThrow(
        'numeric field overflow',
      );
    } finally {
      await place.remove();
    }
  });

  it('asks for the settings of all partners, and of the caller itself', async () => {
    const days = new FakeRecords('member_code_buyer');
    scene.platform.followed.set('/setting/nottrade/download', days);
    days.put({
      member_code_buyer: own,
      seller_list: [{ member_code_seller: partner, nottrade: [{ establish_flg: '1' }, { establish_flg: '0' }] }],
    });
    scene.platform.listElements = [{ member_code_partner: partner }, { member_code_partner: '20000002' }];
    const place = await sqlitePlace(scene.workplace);
    expect(await scene.sync(place, ['nottrade'])).toMatchObject({ code: 0 });
    expect(scene.platform.callsTo('/request')[0]?.body).toEqual({ member_code_seller: [own, '20000002', partner] });
    expect(await place.rows('nottrade')).toMatchObject([
      { member_code_buyer: own, member_code_seller: partner, line: 1, establish_flg: '1' },
      { member_code_buyer: own, member_code_seller: partner, line: 2, establish_flg: '0' },
    ]);
    days.remove({ member_code_buyer: own });
    await scene.sync(place, ['nottrade']);
    expect(await place.rows('nottrade')).toEqual([]);
  });

  it.each([
    ['pg', ['postgres://u@127.0.0.1:9/x'], /^tp: A copy in PostgreSQL needs the package pg: npm install pg /],
    [
      'hyparquet-writer',
      ['x/', '--format', 'parquet'],
      /^tp: Parquet files need the package hyparquet-writer: npm install /,
    ],
    [
      'node:sqlite',
      ['sqlite:x.db'],
      /^tp: A copy in SQLite needs node:sqlite, which Node 22\.13 and newer have; this is /,
    ],
  ])('says in a sentence that %s is missing', async (name, to, message) => {
    const code = name === 'node:sqlite' ? 'ERR_UNKNOWN_BUILTIN_MODULE' : 'ERR_MODULE_NOT_FOUND';
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name === '${name}') throw Object.assign(new Error(name), { code: '${code}' });
        return next(name, context);
      } });`;
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(hooks)}"` };
    const result = await scene.workplace.tp(['sync', 'master', ...withCredentials, '--to', ...to], { env });
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('keeps two processes from one copy', async () => {
    const place = await sqlitePlace(scene.workplace);
    let inner: Promise<{ code: number | null; stderr: string }> | undefined;
    scene.platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/get')) return false;
      inner = scene.sync(place, ['master']);
      void inner.then(() => response.destroy());
      return true;
    });
    scene.master.put(product(1));
    expect(await scene.sync(place, ['master'])).toMatchObject({ code: 0 });
    expect(await inner).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tp: Process \d+ on .* writes sqlite:mirror/),
    });
    expect(await names(place)).toEqual(scene.expectedNames());
  });
});
