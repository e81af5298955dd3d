import { expect, it } from '@jest/globals';
import { advisoryLocks, lockUntilCommit } from '../src/advisory-locks.js';
import type { Database } from '../src/database.js';
import { describeDatabases } from '../src/testing/index.js';
import { sourcesWith } from './sources.js';

const room = 'packages/database/src/';

/**
 * Matches a lock that is identified by a number. A number that is computed from a text can never be the same as a fixed number.
 */
const lockByNumber = /pg_(?:try_)?advisory_\w+\((?!hashtextextended\()/;

it('advisory locks have numbers of their own', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('advisory locks are taken by number in one package only', () => {
  const users = sourcesWith(lockByNumber);
  expect(users).toContain(`${room}advisory-locks.ts`);
  expect(users.filter((file) => !file.startsWith(room))).toEqual([]);
  const numbers = new RegExp(
    Object.values(advisoryLocks)
      .map((number) => number.toLocaleString('en').replaceAll(',', '_?'))
      .join('|'),
  );
  expect(sourcesWith(numbers)).toEqual([`${room}advisory-locks.ts`]);
});

describeDatabases('advisory locks', [], (open, dialect) => {
  it('make transactions wait that take the same lock, and no others', async () => {
    const database = await open();
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'batchClaims');
      begun.resolve();
      await held.promise;
      order.push('first');
    });
    await begun.promise;
    const rival = database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'batchClaims');
      order.push('rival');
    });
    const others = Promise.all(
      (['migration', 'revocationFeed', 'segmentPartitions'] as const).map((lock) =>
        database.transaction((transaction) => lockUntilCommit(transaction, lock)),
      ),
    );
    // On SQLite, every transaction waits for the first transaction.
    if (dialect === 'postgres') await others;
    held.resolve();
    await Promise.all([first, rival, others]);
    expect(order).toEqual(['first', 'rival']);
  });

  it('can be shared, and make a transaction wait that wants one alone', async () => {
    const database = await open();
    const order: string[] = [];
    const share = (work: () => Promise<void>) =>
      database.transaction(async (transaction) => {
        await lockUntilCommit(transaction, 'namedMembers', { shared: true });
        await work();
        order.push('shared');
      });
    let rival: Promise<void> | undefined;
    await share(async () => {
      // On SQLite, every transaction waits for the first transaction.
      if (dialect === 'postgres') await share(async () => undefined);
      rival = database.transaction(async (transaction) => {
        await lockUntilCommit(transaction, 'namedMembers');
        order.push('alone');
      });
      if (dialect === 'postgres') await untilSomebodyWaits(database);
    });
    await rival;
    expect(order).toEqual(dialect === 'postgres' ? ['shared', 'shared', 'alone'] : ['shared', 'alone']);
  });
});

async function untilSomebodyWaits(database: Database): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while ((await database.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
