import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../src/index.js';
import { postgresConnection } from '../src/postgres-connection.js';
import { SilentLine, testPostgresUrl } from '../src/testing/index.js';

const statementTimeoutMs = 2_000;

/** Repeats the work until it succeeds, because the search for the primary may time out on a busy machine. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await sleep(20);
    }
  }
}

const silence = 'PostgreSQL has not answered for 3 seconds';

/**
 * Makes two lines that both lead to the server of the tests. The second line is closed until the first line is silent, because a
 * search for the primary could otherwise choose the second line when the first answers late.
 */
async function onTwoLines(
  work: (database: Database, gone: Pick<SilentLine, 'fallSilent'>) => Promise<void>,
): Promise<void> {
  const server = new URL(await testPostgresUrl());
  const [first, second] = [await SilentLine.to(server.href), await SilentLine.to(server.href)];
  second.refuse();
  const fallSilent = () => {
    second.accept();
    first.fallSilent();
  };
  const address = `postgres://${server.username}:${server.password}@${first.host},${second.host}${server.pathname}`;
  const database = await insist(() => openDatabase({ address, schemas: [], statementTimeoutMs, poolSize: 2 }));
  try {
    await work(database, { fallSilent });
  } finally {
    await database.close();
    await first.end();
    await second.end();
  }
}

/** All tests run at the same time, because each of them only waits and none depends on another. */
describe('a server that has become silent', () => {
  it.concurrent('fails the statements that wait for it, and then the other server is used', () =>
    onTwoLines(async (database, gone) => {
      await insist(() => database.query('SELECT 1'));
      gone.fallSilent();
      await expect(database.query('SELECT 1')).rejects.toMatchObject({ message: silence, code: 'ETIMEDOUT' });
      expect(await insist(() => database.query('SELECT 7 AS number'))).toEqual([{ number: 7 }]);
    }));

  it.concurrent('fails a transaction once, and its connection is not used again', () =>
    onTwoLines(async (database, gone) => {
      const began = Promise.withResolvers<void>();
      const unit = database.transaction(async (transaction) => {
        await transaction.query('SELECT 1');
        gone.fallSilent();
        began.resolve();
        await transaction.query('SELECT 1');
      });
      await Promise.race([began.promise, unit]);
      await expect(unit).rejects.toThrow(silence);
      const seven = () => database.transaction((transaction) => transaction.query('SELECT 7 AS number'));
      expect(await insist(seven)).toEqual([{ number: 7 }]);
    }));

  it.concurrent('fails a reader of streamed rows', () =>
    onTwoLines(async (database, gone) => {
      const rows = database.readBinary!('SELECT repeat(md5(n::text), 1000) FROM generate_series(1, 3000) n');
      await rows.next();
      gone.fallSilent();
      const readRest = async () => {
        for await (const some of rows) void some;
      };
      await expect(readRest()).rejects.toThrow(silence);
    }));

  it.concurrent('is noticed by a listener, which then listens to the other server', () =>
    onTwoLines(async (database, gone) => {
      const heard: (string | undefined)[] = [];
      const [listens, again, hears] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      database.listen('silence', (message) => {
        heard.push(message);
        if (message !== undefined) hears.resolve();
        else (heard.length === 1 ? listens : again).resolve();
      });
      await listens.promise;
      gone.fallSilent();
      await again.promise;
      await insist(() => database.query("SELECT pg_notify('silence', '7')"));
      await hears.promise;
      expect(new Set(heard)).toEqual(new Set([undefined, '7']));
    }));

  it.concurrent('is waited for longer by a patient transaction, until its patience ends', () =>
    onTwoLines(async (database, gone) => {
      const patience = new AbortController();
      const slowly = Promise.withResolvers<void>();
      const unit = database.transaction(
        async (transaction) => {
          await transaction.execute('SET LOCAL statement_timeout = 0');
          // The server may send nothing for longer than the usual time limit while this long statement runs.
          await transaction.query('SELECT pg_sleep(4)');
          slowly.resolve();
          gone.fallSilent();
          await transaction.query('SELECT 1');
        },
        { patientUntil: patience.signal },
      );
      await Promise.race([slowly.promise, unit]);
      const isOver = await Promise.race([unit.catch(() => true), sleep(4_000).then(() => false)]);
      expect(isOver).toBe(false);
      patience.abort();
      await expect(unit).rejects.toThrow(silence);
    }));

  it('is waited for where statements have no limit', async () => {
    const database = await openDatabase({ address: await testPostgresUrl(), schemas: [], statementTimeoutMs: 0 });
    expect(await database.query('SELECT 1 AS one FROM pg_sleep(0.2)')).toEqual([{ one: 1 }]);
    await database.close();
  });

  it('does no harm to a client that ends before it is connected', async () => {
    const withinMs = 50;
    const { Client, ...connection } = postgresConnection(await testPostgresUrl(), withinMs);
    // An error event without a listener would end the process.
    await expect(new Client(connection).end()).resolves.toBeUndefined();
    await sleep(4 * withinMs);
  });

  it.concurrent('does not prevent a database from closing', () =>
    onTwoLines(async (database, gone) => {
      await insist(() => database.query('SELECT 1'));
      gone.fallSilent();
      await expect(database.close()).resolves.toBeUndefined();
    }));
});
