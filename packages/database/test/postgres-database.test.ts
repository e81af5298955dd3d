import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Database, lockUntilCommit, openDatabase, type Schema, type Transaction } from '../src/index.js';
import { type PostgresServer, startPostgres } from '../src/testing/index.js';
import { laterSchema, noteSchema } from './note-schema.mjs';

const lost = /released|terminat|ECONNREFUSED|ECONNRESET|closed|not queryable|shut/i;

const increase = 'UPDATE counter SET value = value + 1 WHERE id = 1';

const byManager = async (transaction: Transaction) => transaction.manager.query(increase);

describe('PostgreSQL database', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    database = await openDatabase({
      address: server.url,
      schemas: [noteSchema],
      statementTimeoutMs: 60_000,
      applicationName: 'database-test',
      sessionSettings: { 'shop.opens': '9', 'shop.closes': '18' },
    });
    await database.migrate();
  });
  afterAll(async () => {
    await database.close();
    await server.end();
  });

  it('shows its name in the activity view', async () => {
    expect(await database.query('SHOW application_name')).toEqual([{ application_name: 'database-test' }]);
  });

  it('has the settings that it was given on each connection', async () => {
    const read = `SELECT current_setting('shop.opens') AS opens, current_setting('shop.closes') AS closes, pg_sleep(0.1)`;
    const rows = await Promise.all([1, 2, 3].map(() => database.query(read)));
    expect(rows.flat()).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ opens: '9', closes: '18' })));
    expect(await database.transaction((transaction) => transaction.query('SHOW shop.opens'))).toEqual([
      { 'shop.opens': '9' },
    ]);
  });

  it('ends a statement that takes too long', async () => {
    const hasty = await openDatabase({ address: server.url, schemas: [], statementTimeoutMs: 500 });
    const sleeping = () => hasty.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
    let ended = await sleeping();
    // On a busy machine, the client may give up before the server ends the statement.
    while ((ended as { readonly code?: string }).code === 'ETIMEDOUT') ended = await sleeping();
    expect(String(ended)).toMatch(/statement timeout/);
    await hasty.close();
  });

  it('rejects a transaction whose work has passed over a failed statement', async () => {
    const passing = database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO note (id, text) VALUES (9, $1)', ['lost']);
      await transaction.query('SELECT * FROM nothing').catch(() => undefined);
    });
    await expect(passing).rejects.toThrow('rolled back');
    expect(await database.query('SELECT text FROM note WHERE id = 9')).toEqual([]);
  });

  /** Reads in a snapshot that another transaction makes out of date, so that the update fails with the code 40001. */
  async function conflict(times: number, update: (transaction: Transaction) => Promise<unknown>): Promise<number> {
    let attempts = 0;
    await database.transaction(async (transaction) => {
      attempts++;
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await transaction.query('SELECT value FROM counter');
      if (attempts <= times) await database.execute(increase);
      await update(transaction);
    });
    return attempts;
  }

  describe('repeats a transaction', () => {
    it('that could not be serialised', async () => {
      await database.execute('UPDATE counter SET value = 0');
      expect(await conflict(1, (transaction) => transaction.execute(increase))).toBe(2);
      expect(await database.query('SELECT value FROM counter WHERE id = 1')).toEqual([{ value: 2 }]);
    });

    it('whose statement TypeORM has sent', async () => {
      expect(await conflict(1, byManager)).toBe(2);
    });

    it('up to five times, and then says why', async () => {
      expect(await conflict(4, (transaction) => transaction.execute(increase))).toBe(5);
      await expect(conflict(5, (transaction) => transaction.execute(increase))).rejects.toMatchObject({
        code: '40001',
      });
    });

    it('not after any other failure', async () => {
      let attempts = 0;
      const failing = database.transaction(async (transaction) => {
        attempts++;
        await transaction.execute('INSERT INTO counter (id, value) VALUES (1, 0)');
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect(attempts).toBe(1);
    });
  });

  it('hurries only the transaction that need not wait for the disk', async () => {
    const single = await openDatabase({ address: server.url, schemas: [], poolSize: 1 });
    const setting = 'SHOW synchronous_commit';
    const hurried = await single.transaction((transaction) => transaction.query(setting), { durable: false });
    expect([hurried, await single.query(setting)]).toEqual([
      [{ synchronous_commit: 'off' }],
      [{ synchronous_commit: 'on' }],
    ]);
    await single.close();
  });

  it('goes on with a connection whose transaction has failed', async () => {
    const single = await openDatabase({ address: server.url, schemas: [], poolSize: 1 });
    const backend = async () => (await single.query('SELECT pg_backend_pid() AS pid'))[0];
    const before = await backend();
    await expect(single.transaction((transaction) => transaction.query('SELECT * FROM nothing'))).rejects.toThrow(
      'nothing',
    );
    expect(await backend()).toEqual(before);
    await single.close();
  });

  it('prepares statements with values, up to as many as a connection keeps', async () => {
    const single = await openDatabase({ address: server.url, schemas: [], poolSize: 1 });
    const prepared = 'SELECT count(*) AS count FROM pg_prepared_statements';
    expect(await single.query(prepared)).toEqual([{ count: 0 }]);
    for (let n = 0; n < 250; n++) {
      expect(await single.query(`SELECT ${n} + $1::int AS sum`, [1])).toEqual([{ sum: n + 1 }]);
    }
    expect(await single.query(prepared)).toEqual([{ count: 200 }]);
    await single.close();
  });

  it('lets a migration take longer than a statement may', async () => {
    class Slow1700000000003 implements MigrationInterface {
      readonly name = 'Slow1700000000003';

      async up(runner: QueryRunner): Promise<void> {
        await runner.query('SELECT pg_sleep(1)');
      }

      async down(): Promise<void> {
        throw new Error('Migrations only go forward');
      }
    }
    const slow: Schema = { entities: [], migrations: { sqlite: [], postgres: [Slow1700000000003] } };
    const upgraded = await openDatabase({ address: server.url, schemas: [slow], statementTimeoutMs: 500, poolSize: 1 });
    expect(await upgraded.migrate()).toEqual(['Slow1700000000003']);
    expect(await upgraded.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '500ms' }]);
    expect(await upgraded.query(`SELECT objid FROM pg_locks WHERE locktype = 'advisory'`)).toEqual([]);
    await upgraded.close();
  });

  it('waits with its migrations however long another process has the lock, and says so once', async () => {
    const later: Schema = { entities: [], migrations: laterSchema.migrations };
    const upgraded = await openDatabase({
      address: server.url,
      schemas: [later],
      statementTimeoutMs: 1_000,
      poolSize: 1,
    });
    let migrating: Promise<string[]> | undefined;
    const warned = await database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'migration');
      return new Promise<unknown>((resolve) => {
        jest.spyOn(process, 'emitWarning').mockImplementation(resolve);
        migrating = upgraded.migrate();
      });
    });
    expect(warned).toBe('Migrations wait for another process that migrates the same database');
    expect(await migrating).toEqual(['AddLabels1700000000002']);
    expect(await upgraded.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }]);
    jest.restoreAllMocks();
    await upgraded.close();
  });

  it('rejects while the server is gone, and answers again when it is back, with everything that was committed', async () => {
    await database.execute('INSERT INTO note (id, text) VALUES (1, $1)', ['kept']);
    await server.kill();
    await expect(database.ping()).rejects.toThrow(lost);
    await expect(database.transaction((transaction) => transaction.query('SELECT 1'))).rejects.toThrow(lost);
    await server.start();
    await database.ping();
    expect(await database.query('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });

  it('rejects a transaction that the server leaves in the middle', async () => {
    const cut = database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO note (id, text) VALUES (2, $1)', ['lost']);
      await server.stop();
      await transaction.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow(lost);
    await server.start();
    expect(await database.query('SELECT text FROM note WHERE id = 2')).toEqual([]);
  });
});
