import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../src/index.js';
import { testPostgresUrl } from '../src/testing/index.js';
import { shopSchema } from './shop-schema.js';

/** The address says that the server is a pooler. This test needs no real pooler, because the package only reads the address. */
const poolMode = '?pool_mode=transaction';

describe('a database behind a pooler of transactions', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({
      address: `${await testPostgresUrl()}${poolMode}`,
      schemas: [shopSchema],
      poolSize: 1,
      sessionSettings: { 'shop.opens': '9' },
    });
  });
  afterEach(() => database.close());

  it('keeps no statement prepared', async () => {
    expect(await database.query('SELECT $1::text AS said', ['a'])).toEqual([{ said: 'a' }]);
    await database.transaction((transaction) => transaction.query('SELECT $1::text AS said', ['b']));
    expect(await database.query('SELECT name FROM pg_prepared_statements')).toEqual([]);
  });

  it('begins connections without settings that a pooler refuses', async () => {
    const [limits] = await database.query<{ statement: string; idle: string }>(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(limits).toEqual({ statement: '0', idle: '0' });
    expect(await database.query(`SELECT current_setting('shop.opens', true) AS opens`)).toEqual([{ opens: null }]);
  });

  it('hears nothing, because notifications belong to a session', async () => {
    const heard: unknown[] = [];
    // Other tests use the same server at the same time, so the channel has a name of its own.
    const channel = `pooled-${randomUUID()}`;
    const listening = database.listen(channel, (message) => heard.push(message));
    await database.query("SELECT pg_notify($1, '7')", [channel]);
    const listeners = 'SELECT 1 FROM pg_stat_activity WHERE query LIKE $1';
    expect(await database.query(listeners, [`LISTEN "${channel}"%`])).toEqual([]);
    await listening.stop();
    expect(heard).toEqual([]);
  });

  it('hears notifications at an address of PostgreSQL itself', async () => {
    const other = await openDatabase({
      address: `${await testPostgresUrl()}${poolMode}`,
      listenAddress: await testPostgresUrl(),
      schemas: [],
    });
    const heard: unknown[] = [];
    const [listens, hears] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    other.listen('purchases', (message) => {
      heard.push(message);
      (message === undefined ? listens : hears).resolve();
    });
    await listens.promise;
    await database.query("SELECT pg_notify('purchases', '7')");
    await hears.promise;
    await other.close();
    expect(heard).toEqual([undefined, '7']);
  });

  it('refuses to listen at a pooler of transactions or at a file', async () => {
    for (const listenAddress of [`${await testPostgresUrl()}${poolMode}`, 'sqlite:some.sqlite']) {
      await expect(openDatabase({ address: await testPostgresUrl(), listenAddress, schemas: [] })).rejects.toThrow(
        'Notifications need the address of PostgreSQL itself, not of a pooler',
      );
    }
  });

  it('refuses migrations, which need PostgreSQL itself', async () => {
    await expect(database.migrate()).rejects.toThrow(
      'Migrations need the address of PostgreSQL itself, not of a pooler',
    );
  });
});
