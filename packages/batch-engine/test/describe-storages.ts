import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { describeDatabases, type OpenTestDatabase, type TestDatabase } from '@trading-platform/database/testing';
import type { BatchStore, SegmentStore } from '../src/index.js';
import { MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { type BatchStorage, batchSchema, openBatchStorage } from '../src/typeorm/index.js';
import { emptyTables } from './empty-tables.js';

export interface Storage {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
}

export interface StoredStorage extends Storage {
  /** The address that another process opens to see the same batches. */
  readonly address: string;
  close(): Promise<void>;
}

/** Runs a block of tests on SQLite and on PostgreSQL. Each test has its own database. */
export function describeStoredStorages(name: string, block: (open: () => Promise<StoredStorage>) => void): void {
  describeDatabases(name, [batchSchema], (open) => {
    withStorages(block, async () => (await open()).address);
  });
}

/**
 * Runs a block of tests like `describeStoredStorages`, and also in memory. On PostgreSQL all tests use one database and
 * its connections. The database is emptied before each test, because creating a database takes long.
 */
export function describeStorages(name: string, block: (open: () => Promise<Storage>) => void): void {
  describe(`${name} in memory`, () => {
    block(async () => ({ batches: new MemoryBatchStore(), segments: new MemorySegmentStore() }));
  });
  describeDatabases(name, [batchSchema], (open, dialect) => {
    if (dialect === 'postgres') withSharedStorage(block, open);
    else withStorages(block, async () => (await open()).address);
  });
}

function withSharedStorage(block: (open: () => Promise<Storage>) => void, open: OpenTestDatabase): void {
  describe('stored', () => {
    let database: TestDatabase;
    let storage: BatchStorage;
    beforeAll(async () => {
      database = await open();
      storage = await openBatchStorage({ address: database.address });
    });
    afterAll(() => storage.close());
    block(async () => {
      await emptyTables(database);
      return storage;
    });
  });
}

/** After each test, closes the storages that the test opened. */
function withStorages(block: (open: () => Promise<StoredStorage>) => void, place: () => Promise<string>): void {
  describe('stored', () => {
    const opened: StoredStorage[] = [];
    afterEach(async () => {
      for (const storage of opened.splice(0)) await storage.close();
    });
    block(async () => {
      const address = await place();
      const storage = { ...(await openBatchStorage({ address })), address };
      opened.push(storage);
      return storage;
    });
  });
}
