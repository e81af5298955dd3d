import { type Sql, type SqlValue, tableOf } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import { BatchEntity } from '../entities/batch.entity.js';
import { toBatch } from '../entities/to-batch.js';

const rows = tableOf(BatchEntity).without(
  'readingUntil',
  'idempotencyKey',
  'idempotencyDigest',
  'selection',
  'endTold',
);

/** The columns that `queryBatches` reads. */
export const batchColumns = rows.columns;

/** Runs a statement that selects or returns `batchColumns`. */
export async function queryBatches(sql: Sql, statement: string, values: readonly SqlValue[]): Promise<Batch[]> {
  const answered = await sql.query<object>(statement, values);
  return answered.map((row) => toBatch(rows.read(row)));
}
