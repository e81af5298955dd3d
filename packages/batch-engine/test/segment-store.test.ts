import { afterEach, describe } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { describeSegmentStore, MemorySegmentStore } from '../src/testing/index.js';
import { batchSchema, segmentSchema } from '../src/typeorm/batch-schema.js';
import { PostgresSegmentStore } from '../src/typeorm/statements/postgres-segment-store.js';
import { SqliteSegmentStore } from '../src/typeorm/statements/sqlite-segment-store.js';

describeSegmentStore('memory', async () => new MemorySegmentStore());

describeDatabases('segment store', [batchSchema, segmentSchema], (open, dialect) => {
  if (dialect === 'postgres') {
    describeSegmentStore('postgres', async () => new PostgresSegmentStore(await open()));
    return;
  }
  describe('file', () => {
    let store: SqliteSegmentStore | undefined;
    afterEach(() => store?.close());
    describeSegmentStore('sqlite', async () => {
      const { address } = await open();
      store = new SqliteSegmentStore(address.slice('sqlite:'.length));
      return store;
    });
  });
});
