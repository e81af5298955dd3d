import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SqliteConnection } from '@trading-platform/database/sqlite';
import { describeDatabases } from '@trading-platform/database/testing';
import { describeSegmentStore, MemorySegmentStore } from '../src/testing/index.js';
import { batchSchema, segmentSchema } from '../src/typeorm/batch-schema.js';
import { PostgresSegmentStore } from '../src/typeorm/repositories/postgres-segment-store.js';
import { SqliteSegmentStore } from '../src/typeorm/repositories/sqlite-segment-store.js';

const pathOf = ({ address }: { address: string }) => address.slice('sqlite:'.length);

describeSegmentStore('memory', async () => new MemorySegmentStore());

describeDatabases('segment store', [batchSchema, segmentSchema], (open, dialect) => {
  if (dialect === 'postgres') {
    describeSegmentStore('postgres', async () => new PostgresSegmentStore(await open()));

    it('has partitions for two days ahead, whoever looks after it and however often', async () => {
      const database = await open();
      const store = new PostgresSegmentStore(database);
      for (const now of [Date.UTC(2026, 3, 1), Date.UTC(2026, 3, 1, 12)]) await store.maintain(now);
      const partitions = await database.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits
         WHERE inhparent = 'batch_segment'::regclass AND inhrelid::regclass::text LIKE '%_day_%' ORDER BY name`,
      );
      expect(partitions.map(({ name }) => name)).toEqual([20_545, 20_546].map((day) => `batch_segment_day_${day}`));
    });
    return;
  }
  describe('file', () => {
    let store: SqliteSegmentStore | undefined;
    afterEach(() => store?.close());
    describeSegmentStore('sqlite', async () => {
      store = await SqliteSegmentStore.open(pathOf(await open()));
      return store;
    });

    it('lets go of the file when it is closed', async () => {
      const database = await open();
      await database.close();
      const closed = await SqliteSegmentStore.open(pathOf(database));
      await closed.read({ id: 1, attempt: 1, requestedAt: 0 }, 0, 0);
      closed.close();
      // SQLite removes its log when the last connection is closed.
      expect(existsSync(`${pathOf(database)}-wal`)).toBe(false);
    });

    it('opens as soon as another process no longer has the file for itself', async () => {
      const database = await open();
      await database.close();
      const alone = new SqliteConnection(pathOf(database));
      alone.pragma('locking_mode = EXCLUSIVE');
      alone.exec('BEGIN EXCLUSIVE');
      const opened = SqliteSegmentStore.open(alone.name);
      expect(await Promise.race([opened, sleep(300, 'waits')])).toBe('waits');
      alone.close();
      store = await opened;
      expect(await store.read({ id: 1, attempt: 1, requestedAt: 0 }, 0, 0)).toEqual([]);
    });
  });
});
