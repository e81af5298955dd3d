import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { type Listening, openDatabase } from '../src/index.js';
import { describeDatabases, type TestDatabase } from '../src/testing/index.js';

const channel = 'sales';

describeDatabases('listening', [], (open, dialect) => {
  /** Collects the notifications in the order of their arrival. `next` waits for the next notification. */
  async function follow(database: TestDatabase) {
    const heard: (string | undefined)[] = [];
    let wake: (() => void) | undefined;
    const listening: Listening = database.listen(channel, (message) => {
      heard.push(message);
      wake?.();
    });
    const next = async (withinMs = 200_000) => {
      if (heard.length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await Promise.race([promise, sleep(withinMs, undefined, { ref: false })]);
      }
      return heard.splice(0);
    };
    // On PostgreSQL, the first notification only reports that the listener has begun to listen.
    if (dialect === 'postgres') await next();
    return { listening, next };
  }

  /** Commits a change on another connection, so that the listener is notified of the change. */
  async function tell(database: TestDatabase): Promise<void> {
    const other = await openDatabase({ address: database.address, schemas: [] });
    if (dialect === 'postgres') await other.query('SELECT pg_notify($1, $2)', [channel, '7']);
    else await other.execute('CREATE TABLE sale (id INTEGER)');
    await other.close();
  }

  it('hears of a commit within a moment', async () => {
    const database = await open();
    const { next } = await follow(database);
    const told = tell(database);
    expect(await next()).toEqual([dialect === 'postgres' ? '7' : undefined]);
    await told;
  });

  it('hears nothing while nothing is committed, and nothing after it has stopped', async () => {
    const database = await open();
    const { listening, next } = await follow(database);
    await database.query('SELECT 1');
    expect(await next(600)).toEqual([]);
    await listening.stop();
    await tell(database);
    expect(await next(600)).toEqual([]);
  });

  it('ends with its database', async () => {
    const database = await open();
    const { next } = await follow(database);
    await database.close();
    expect(await next(300)).toEqual([]);
  });

  if (dialect === 'postgres') {
    it('listens again when its connection was lost, and says that anything may have changed', async () => {
      const database = await open();
      const { next } = await follow(database);
      const cut = await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test-listener' AND datname = current_database()",
      );
      expect(cut).toHaveLength(1);
      expect(await next()).toEqual([undefined]);
      await tell(database);
      expect(await next()).toEqual(['7']);
    });

    it('hears nothing of a transaction that is rolled back', async () => {
      const database = await open();
      const { next } = await follow(database);
      const work = database.transaction(async (transaction) => {
        await transaction.query('SELECT pg_notify($1, $2)', [channel, '8']);
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      expect(await next(300)).toEqual([]);
    });
  } else {
    it('hears of a commit of its own process however seldom it looks', async () => {
      const setLook = jest.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => undefined));
      const database = await open();
      const { next } = await follow(database);
      setLook.mockRestore();
      await database.execute('CREATE TABLE sale (id INTEGER)');
      expect(await next()).toEqual([undefined]);
    });
  }
});
