import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { BatchStore, NewBatch } from '../src/index.js';
import { batchSchema } from '../src/typeorm/index.js';
import { openBatchStores } from '../src/typeorm/open-batch-stores.js';
import { addBatches } from '../src/typeorm/sql/add-batches.js';
import { forgetIdle } from '../src/typeorm/sql/forget-owners.js';

const now = Date.UTC(2026, 3, 1);
const limits = { unfinishedPerOwner: 1, storedBytesPerMember: Number.POSITIVE_INFINITY };

function aBatch(clientId: string): NewBatch {
  return { functionName: 'letters', memberCode: 'M1', clientId, criteria: {}, requestedAt: now, limits };
}

describeDatabases('owners of batches', [batchSchema], (open, dialect) => {
  it('are forgotten when they have none, a page at a time', async () => {
    const database = await open();
    const store = openBatchStores(database).batches;
    await store.add(aBatch('waits'));
    await addCancelled(store, 'has ended');
    for (const clientId of ['a', 'b', 'z']) await addRemoved(store, clientId);
    expect(await store.forgetOwners(undefined, 3)).toEqual({ memberCode: 'M1', clientId: 'has ended' });
    expect(await ownersOf(database)).toEqual({ 'has ended': 0, waits: 1, z: 0 });
    expect(await store.forgetOwners({ memberCode: 'M1', clientId: 'has ended' }, 3)).toBeUndefined();
    expect(await ownersOf(database)).toEqual({ 'has ended': 0, waits: 1 });
  });

  it('are counted and listed right while some are forgotten and their batches come and go', async () => {
    const database = await open();
    const store = openBatchStores(database).batches;
    const clients = ['a', 'b', 'c'];
    const comeAndGo = async (clientId: string) => {
      for (let time = 0; time < 15; time++) await addRemoved(store, clientId);
      await addCancelled(store, clientId);
      await store.add(aBatch(clientId));
    };
    const over = new AbortController();
    const forgetting = (async () => {
      let rounds = 0;
      for (; !over.signal.aborted; rounds++) {
        await store.forgetOwners(undefined, 10);
        await setImmediate();
      }
      return rounds;
    })();
    await Promise.all(clients.map(comeAndGo)).finally(() => over.abort());
    expect(await forgetting).toBeGreaterThan(0);
    expect(await ownersOf(database)).toEqual({ a: 1, b: 1, c: 1 });
    for (const clientId of clients) {
      await expect(store.add(aBatch(clientId))).rejects.toMatchObject({ code: 'too-many-batches' });
    }
    const listed = await store.list({ memberCode: 'M1', clientId: 'x', memberWide: true }, { limit: 99, now: now - 1 });
    expect(listed).toHaveLength(6);
  });

  if (dialect === 'sqlite') return;

  it('stay while somebody adds a batch for them', async () => {
    const database = await open();
    const store = openBatchStores(database).batches;
    await addRemoved(store, 'a');
    await database.transaction(async (transaction) => {
      await addBatches(transaction, [aBatch('a')]);
      // Removing idle owners must not wait for the other transaction.
      await store.forgetOwners(undefined, 10);
    });
    expect(await ownersOf(database)).toEqual({ a: 1 });
  });

  it('are made anew by who adds a batch while they are forgotten', async () => {
    const database = await open();
    const store = openBatchStores(database).batches;
    await addRemoved(store, 'a');
    let adding: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      await forgetIdle(transaction, [{ member_code: 'M1', client_id: 'a' }]);
      adding = store.add(aBatch('a'));
      await untilSomebodyWaits(database);
    });
    await adding;
    expect(await ownersOf(database)).toEqual({ a: 1 });
    await expect(store.add(aBatch('a'))).rejects.toMatchObject({ code: 'too-many-batches' });
  });

  it('stay when a batch has come and ended since they were looked at', async () => {
    const database = await open();
    const store = openBatchStores(database).batches;
    await addRemoved(store, 'a');
    await database.transaction(async (transaction) => {
      // The transaction has begun and has read that there is no batch.
      await transaction.query('SELECT 1 FROM batch');
      await addCancelled(store, 'a');
      await forgetIdle(transaction, [{ member_code: 'M1', client_id: 'a' }]);
    });
    expect(await ownersOf(database)).toEqual({ a: 0 });
  });
});

async function ownersOf(database: Database) {
  const rows = await database.query<{ client_id: string; unfinished: number }>(
    'SELECT client_id, unfinished FROM batch_owner ORDER BY client_id',
  );
  return Object.fromEntries(rows.map(({ client_id, unfinished }) => [client_id, unfinished]));
}

async function addCancelled(store: BatchStore, clientId: string): Promise<number> {
  const { id } = await store.add(aBatch(clientId));
  await store.cancel(id, { now, expiresAt: now });
  return id;
}

async function addRemoved(store: BatchStore, clientId: string): Promise<void> {
  await store.remove(await addCancelled(store, clientId));
}

async function untilSomebodyWaits(database: Database): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ waiting: number }>(
      `SELECT COUNT(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if ((row?.waiting ?? 0) > 0) return;
  }
}
