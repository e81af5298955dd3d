import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Database, lockUntilCommit, type Transaction } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { BatchEngine, type Claim } from '../src/index.js';
import { describeBatchStore, MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { batchSchema, type TransactionalQueue } from '../src/typeorm/index.js';
import { openBatchStores } from '../src/typeorm/open-batch-stores.js';
import { claimNextBatch } from '../src/typeorm/sql/claim-batch.js';
import { ClaimSpread } from '../src/typeorm/sql/claim-spread.js';
import { aDownload, letters, until } from './a-download.js';
import { emptyTables } from './empty-tables.js';

function aClaim(): Claim {
  const now = Date.now();
  return { owner: 'W', now, leaseUntil: now + 60_000, functionNames: ['letters'], runningPerMember: 1 };
}

describeBatchStore('memory', async () => new MemoryBatchStore());

describeDatabases('batch store', [batchSchema], (open, dialect) => {
  if (dialect === 'sqlite') {
    describeBatchStore(dialect, async () => openBatchStores(await open()).batches);
    return;
  }
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => emptyTables(database));
  describeBatchStore(dialect, async () => openBatchStores(database).batches);

  it('looks later after a claim in vain, and a little less late after each batch', async () => {
    const store = openBatchStores(database).batches;
    const engine = new BatchEngine({ batches: store, segments: new MemorySegmentStore(), functions: [aDownload()] });
    // The wait is much longer than a claim takes, so that it can be told from a claim without a wait.
    const spread = new ClaimSpread({ fraction: () => 29.5 });
    await engine.request({ ...letters, criteria: { count: 1 } });
    let claiming: Promise<unknown> | undefined;
    await database.transaction(async (other) => {
      await lockUntilCommit(other, 'batchClaims');
      claiming = claimNextBatch(database, aClaim(), spread);
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
      await until(async () => (await database.query(waits)).length > 0);
      await other.execute(`UPDATE batch SET state = 'cancelled'`);
    });
    expect(await claiming).toBeUndefined();
    expect(spread.delayMs()).toBe(60);

    const { batchId } = await engine.request({ ...letters, criteria: { count: 1 } });
    const began = performance.now();
    expect(await claimNextBatch(database, aClaim(), spread)).toMatchObject({ id: Number(batchId) });
    expect(performance.now() - began).toBeGreaterThan(30);
    expect(spread.delayMs()).toBe(0);
  });

  it('claims no batch that is cancelled at the same moment', async () => {
    const store = openBatchStores(database).batches;
    const engine = new BatchEngine({ batches: store, segments: new MemorySegmentStore(), functions: [aDownload()] });
    const { batchId } = await engine.request({ ...letters, criteria: { count: 1 } });
    const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cancelling = database.transaction(async (transaction) => {
      await transaction.execute(`UPDATE batch SET state = 'cancelled' WHERE id = $1`, [Number(batchId)]);
      changed.resolve();
      await ended.promise;
    });
    await changed.promise;
    const claiming = store.claimNext(aClaim());
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await database.query(waits)).length > 0);
    ended.resolve();
    await cancelling;
    expect(await claiming).toBeUndefined();
    await engine.close();
  });

  describeBatchStore(`${dialect} with a queue`, async () => openBatchStores(database, aQueue()).batches);
});

/** Makes a queue that accepts entries within the transaction, but ignores them. */
function aQueue(): TransactionalQueue {
  return {
    enqueue: useTransaction,
    buryFailed: useTransaction,
    listen: async () => undefined,
    stopListening: async () => undefined,
    close: async () => undefined,
  };
}

async function useTransaction(transaction: Transaction): Promise<void> {
  await transaction.query('SELECT 1');
}
