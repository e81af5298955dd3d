import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '../src/index.js';
import { PostgresPair } from '../src/testing/index.js';

const startTimeoutMs = 120_000;
const retryMs = 20;

/** As a caller that tries again while there is no primary, or its connection was lost. */
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

async function sales(database: Database): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>('SELECT id FROM sale ORDER BY id');
  return rows.map(({ id }) => id);
}

describe('an address of several servers', () => {
  let pair: PostgresPair;
  let database: Database;
  beforeAll(async () => {
    pair = await PostgresPair.start(['shop']);
    database = await openDatabase({ address: pair.addressOf('shop'), schemas: [] });
    await database.execute('CREATE TABLE sale (id INTEGER PRIMARY KEY)');
  }, startTimeoutMs);
  afterAll(async () => {
    await database.close();
    await pair.end();
  }, startTimeoutMs);

  it(
    'goes to the one that takes writes, and to the other when that one is lost and it was promoted',
    async () => {
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
    },
    startTimeoutMs,
  );

  it(
    'goes to the promoted one when the lost one comes back as a primary too',
    async () => {
      await pair.startLostPrimary();
      const other = await openDatabase({ address: pair.addressOf('shop'), schemas: [] });
      expect(await sales(other)).toEqual([1, 2]);
      await other.close();
    },
    startTimeoutMs,
  );

  it('names all servers where none takes writes', async () => {
    const [one, other] = ['127.0.0.1:1', '127.0.0.1:2'];
    await expect(openDatabase({ address: `postgres://u@${one},${other}/n`, schemas: [] })).rejects.toThrow(
      `None of the PostgreSQL servers takes writes: ${one}, ${other}`,
    );
  });
});
