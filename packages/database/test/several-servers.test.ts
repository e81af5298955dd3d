import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase, withDatabase } from '../src/index.js';
import { PostgresPair } from '../src/testing/index.js';

const retryMs = 20;
/** A search for the primary that lacks the answer of a server takes longer than this. */
const searchMs = 2_900;

/**
 * Repeats some work like a caller that tries again while there is no primary or after its connection was lost. The search for the
 * primary may also time out on a busy machine.
 */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Error && /syntax|does not exist/.test(error.message)) throw error;
      await sleep(retryMs);
    }
  }
}

/** Returns, for each piece of work, its error, or undefined if it succeeds. */
async function reasons(works: readonly Promise<unknown>[]): Promise<readonly unknown[]> {
  return (await Promise.allSettled(works)).map((result) =>
    result.status === 'rejected' ? (result.reason as unknown) : undefined,
  );
}

async function sales(database: Database): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>('SELECT id FROM sale ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('a primary whose standby is gone', () => {
  const poolSize = 3;
  /** A second connection to the same server, outside the pool. */
  let watcher: Database;
  let pair: PostgresPair;
  let database: Database;
  beforeAll(async () => {
    pair = await PostgresPair.start(['shop']);
    const address = pair.addressOf('shop');
    watcher = await insist(() => openDatabase({ address, schemas: [] }));
    await watcher.execute('CREATE TABLE sale (id INTEGER PRIMARY KEY)');
    database = await insist(() => openDatabase({ address, schemas: [], statementTimeoutMs: 4_000, poolSize }));
  });
  afterAll(async () => {
    await database.close();
    await watcher.close();
    await pair.end();
  });

  const sell = (id: number) =>
    database.transaction((transaction) => transaction.execute('INSERT INTO sale VALUES ($1)', [id]));
  const hanging = async () => {
    const rows = await watcher.query(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
    return rows.length;
  };

  it('is asked for no more commits than the pool has connections, and for all again when it is back', async () => {
    await sell(1);
    await pair.stopStandby();
    const first = await reasons([2, 3].map(sell).concat(database.execute('INSERT INTO sale VALUES (4)')));
    const silence = { code: 'ETIMEDOUT', message: 'PostgreSQL has not answered for 6 seconds' };
    expect(first).toMatchObject([silence, silence, silence]);
    expect(await hanging()).toBe(poolSize);

    const many = Array.from({ length: 20 }, (_, n) => n + 10);
    const further = await reasons([...many.map(sell), database.execute('INSERT INTO sale VALUES (50)')]);
    const message = 'PostgreSQL acknowledges no commits: 3 of this process wait for its standby';
    expect(further).toMatchObject(Array.from({ length: 21 }, () => ({ code: 'ETIMEDOUT', message })));
    expect(await hanging()).toBe(poolSize);
    expect(database.use).toMatchObject({ busy: 0, waiting: 0, most: poolSize });
    expect(await sales(database)).toEqual([1]);

    await pair.startStandby();
    await insist(() => sell(5));
    await database.execute('INSERT INTO sale VALUES (6)');
    expect([await sales(database), await hanging()]).toEqual([[1, 2, 3, 4, 5, 6], 0]);
  });
});

describe('an address of several servers', () => {
  let pair: PostgresPair;
  let database: Database;
  beforeAll(async () => {
    pair = await PostgresPair.start(['shop']);
    database = await insist(() => openDatabase({ address: pair.addressOf('shop'), schemas: [] }));
    await database.execute('CREATE TABLE sale (id INTEGER PRIMARY KEY)');
  });
  afterAll(async () => {
    await database.close();
    await pair.end();
  });

  it('leads to the server that takes writes and, when it is lost, to the promoted one', async () => {
    const heard: (string | undefined)[] = [];
    const listening = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    database.listen('sales', (message) => {
      heard.push(message);
      (heard.length === 1 ? listening : again).resolve();
    });
    await listening.promise;
    await database.transaction((transaction) => transaction.execute('INSERT INTO sale VALUES (1)'));
    await pair.failOver();
    await insist(() => database.transaction((transaction) => transaction.execute('INSERT INTO sale VALUES (2)')));
    expect(await sales(database)).toEqual([1, 2]);
    await again.promise;
    expect(heard).toEqual([undefined, undefined]);
  });

  it('leads to the promoted server when the lost one comes back as a primary too', async () => {
    await pair.startLostPrimary();
    const address = pair.addressOf('shop');
    const readAnew = () => withDatabase({ address, schemas: [] }, sales);
    let found: readonly number[];
    let tookMs: number;
    do {
      const begun = performance.now();
      found = await insist(readAnew);
      tookMs = performance.now() - begun;
      // If the promoted server answers too late, a new process uses the other server.
    } while (found.length < 2 && tookMs > searchMs);
    expect(found).toEqual([1, 2]);
  });

  it('names all servers if none takes writes', async () => {
    const [one, other] = ['127.0.0.1:1', '127.0.0.1:2'];
    await expect(openDatabase({ address: `postgres://u@${one},${other}/n`, schemas: [] })).rejects.toThrow(
      `None of the PostgreSQL servers takes writes: ${one}, ${other}`,
    );
  });
});
