import { afterEach, describe } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import type { BatchStore, SegmentStore } from '../src/index.js';
import { MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { batchSchema, openBatchStorage } from '../src/typeorm/index.js';

export interface Storage {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
}

export interface StoredStorage extends Storage {
  /** What another process opens to see the same batches. */
  readonly address: string;
  close(): Promise<void>;
}

/** Runs a block on SQLite and on PostgreSQL, each test with a storage of its own. */
export function describeStoredStorages(name: string, block: (open: () => Promise<StoredStorage>) => void): void {
  describeDatabases(name, [batchSchema], (open) => {
    describe('stored', () => {
      const opened: StoredStorage[] = [];
      afterEach(async () => {
        for (const storage of opened.splice(0)) await storage.close();
      });
      block(async () => {
        const { address } = await open();
        const storage = { ...(await openBatchStorage({ address })), address };
        opened.push(storage);
        return storage;
      });
    });
  });
}

/** The same, and in memory as well. */
export function describeStorages(name: string, block: (open: () => Promise<Storage>) => void): void {
  describe(`${name} in memory`, () => {
    block(async () => ({ batches: new MemoryBatchStore(), segments: new MemorySegmentStore() }));
  });
  describeStoredStorages(name, block);
}
