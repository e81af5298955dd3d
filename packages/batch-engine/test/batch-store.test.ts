import { beforeAll, beforeEach } from '@jest/globals';
import type { Database, Transaction } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { describeBatchStore, MemoryBatchStore } from '../src/testing/index.js';
import { batchSchema, type TransactionalQueue } from '../src/typeorm/index.js';
import { TypeOrmBatchStore } from '../src/typeorm/repositories/typeorm-batch-store.js';
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
