import type { Sql } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import { batchColumns, queryBatches } from './batch-rows.js';

/** The batch numbers are passed as one value, so that the statement is the same for any quantity of numbers. */
const statements = {
  postgres: `SELECT ${batchColumns} FROM batch WHERE id = ANY (string_to_array($1, ',')::bigint[])`,
  sqlite: `SELECT ${batchColumns} FROM batch WHERE id IN (SELECT value FROM json_each('[' || $1 || ']'))`,
} as const;

/** Lookups that arrive together need only one query, and each batch is read only once. */
export async function findBatches(sql: Sql, ids: readonly number[]): Promise<readonly (Batch | undefined)[]> {
  const batches = await queryBatches(sql, statements[sql.dialect], [ids.join(',')]);
  const found = new Map(batches.map((batch) => [batch.id, batch]));
  return ids.map((id) => found.get(id));
}
