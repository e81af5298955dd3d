import type { Schema } from '@trading-platform/database';
import { CountBatches1763700000002 as CountBatchesPostgres } from './migrations/count-batches.postgres.js';
import { CountBatches1763700000002 as CountBatchesSqlite } from './migrations/count-batches.sqlite.js';
import { CreateBatches1763700000000 as CreateBatchesPostgres } from './migrations/create-batches.postgres.js';
import { CreateBatches1763700000000 as CreateBatchesSqlite } from './migrations/create-batches.sqlite.js';
import { CreateSegments1763700000001 as CreateSegmentsPostgres } from './migrations/create-segments.postgres.js';
import { CreateSegments1763700000001 as CreateSegmentsSqlite } from './migrations/create-segments.sqlite.js';

/** The rows of batches; on PostgreSQL their segments as well. */
export const batchSchema = {
  entities: [],
  migrations: {
    sqlite: [CreateBatchesSqlite, CountBatchesSqlite],
    postgres: [CreateBatchesPostgres, CreateSegmentsPostgres, CountBatchesPostgres],
  },
} satisfies Schema;

/** The segments on SQLite, in a file of their own. */
export const segmentSchema: Schema = {
  entities: [],
  migrations: { sqlite: [CreateSegmentsSqlite], postgres: [] },
};
