import type { Transaction } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { describeBatchStore, MemoryBatchStore } from '../src/testing/index.js';
import { batchSchema, SqlBatchStore, type TransactionalQueue } from '../src/typeorm/index.js';

describeBatchStore('memory', async () => new MemoryBatchStore());

describeDatabases('batch store', [batchSchema], (open, dialect) => {
  describeBatchStore(dialect, async () => new SqlBatchStore(await open()));
  if (dialect === 'sqlite') return;
  describeBatchStore(`${dialect} with a queue`, async () => new SqlBatchStore(await open(), aQueue()));
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
