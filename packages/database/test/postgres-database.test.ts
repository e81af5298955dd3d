import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../src/index.js';
import { type PostgresServer, startPostgres } from '../src/testing/index.js';
import { noteSchema } from './note-schema.mjs';

const lost = /released|terminat|ECONNREFUSED|ECONNRESET|closed|not queryable|shut/i;

describe('PostgreSQL database', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres({ durable: true });
    database = await openDatabase({
      address: server.url,
      schemas: [noteSchema],
      statementTimeoutMs: 500,
      applicationName: 'database-test',
    });
    await database.migrate();
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await server.end();
  }, 60_000);

  it('shows its name in the activity view', async () => {
    expect(await database.query('SHOW application_name')).toEqual([{ application_name: 'database-test' }]);
  });

  it('ends a statement that takes too long', async () => {
    await expect(database.query('SELECT pg_sleep(5)')).rejects.toThrow(/statement timeout/);
  });

  it('rejects a transaction whose work has passed over a failed statement', async () => {
    const passing = database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO note (id, text) VALUES (9, $1)', ['lost']);
      await transaction.query('SELECT * FROM nothing').catch(() => undefined);
    });
    await expect(passing).rejects.toThrow('rolled back');
    expect(await database.query('SELECT text FROM note WHERE id = 9')).toEqual([]);
  });

  it('goes on preparing nothing when more statements differ than a connection keeps', async () => {
    for (let n = 0; n < 250; n++) {
      expect(await database.query(`SELECT ${n} + $1::int AS sum`, [1])).toEqual([{ sum: n + 1 }]);
    }
  });

  it('rejects while the server is gone, and answers again when it is back, with everything that was committed', async () => {
    await database.execute('INSERT INTO note (id, text) VALUES (1, $1)', ['kept']);
    await server.kill();
    await expect(database.ping()).rejects.toThrow(lost);
    await expect(database.transaction((transaction) => transaction.query('SELECT 1'))).rejects.toThrow(lost);
    await server.start();
    await database.ping();
    expect(await database.query('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  }, 60_000);

  it('rejects a transaction that the server leaves in the middle', async () => {
    const cut = database.transaction(async (transaction) => {
      await transaction.execute('INSERT INTO note (id, text) VALUES (2, $1)', ['lost']);
      await server.stop();
      await transaction.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow(lost);
    await server.start();
    expect(await database.query('SELECT text FROM note WHERE id = 2')).toEqual([]);
  }, 60_000);
});
