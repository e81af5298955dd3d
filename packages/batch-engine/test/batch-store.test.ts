import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Database, Transaction } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { BatchEngine } from '../src/index.js';
import { describeBatchStore, MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { batchSchema, type TransactionalQueue } from '../src/typeorm/index.js';
import { TypeOrmBatchStore } from '../src/typeorm/repositories/typeorm-batch-store.js';
import { aDownload, letters, until } from './a-download.js';
import { emptyTables } from './empty-tables.js';

describeBatchStore('memory', async () => new MemoryBatchStore());

describeDatabases('batch store', [batchSchema], (open, dialect) => {
  if (dialect === 'sqlite') {
    describeBatchStore(dialect, async () => new TypeOrmBatchStore(await open()));
    return;
  }
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => emptyTables(database));
  describeBatchStore(dialect, async () => new TypeOrmBatchStore(database));

  it('claims no batch that is cancelled at the same moment', async () => {
    const store = new TypeOrmBatchStore(database);
    const engine = new BatchEngine({ batches: store, segments: new MemorySegmentStore(), functions: [aDownload()] });
    const { batchId } = await engine.request({ ...letters, criteria: { count: 1 } });
    const claim = { owner: 'W', now: Date.now(), leaseUntil: Date.now() + 60_000, functionNames: ['letters'] };
    const [changed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const cancelling = database.transaction(async (transaction) => {
      await transaction.execute(`UPDATE batch SET state = 'cancelled' WHERE id = $1`, [Number(batchId)]);
      changed.resolve();
      await ended.promise;
    });
    await changed.promise;
    const claiming = store.claim(Number(batchId), { ...claim, runningPerMember: 1 });
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await database.query(waits)).length > 0);
    ended.resolve();
    await cancelling;
    expect(await claiming).toBeUndefined();
    await engine.close();
  });

  describeBatchStore(`${dialect} with a queue`, async () => new TypeOrmBatchStore(database, aQueue()));
});

/** A queue that makes its entries in the transaction, and drops them. */
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
