import { describeDatabases } from '@trading-platform/database/testing';
import { describeBatchStore, MemoryBatchStore } from '../src/testing/index.js';
import { batchSchema, SqlBatchStore } from '../src/typeorm/index.js';

describeBatchStore('memory', async () => new MemoryBatchStore());

describeDatabases('batch store', [batchSchema], (open, dialect) => {
  describeBatchStore(dialect, async () => new SqlBatchStore(await open()));
});
