import type { Sql } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import { batchColumns, queryBatches } from './batch-rows.js';

/** The numbers are one value, so that the statement is the same for any number of them. */
const statements = {
  postgres: `SELECT ${batchColumns} FROM batch WHERE id = ANY (string_to_array($1, ',')::bigint[])`,
  sqlite: `SELECT ${batchColumns} FROM batch WHERE id IN (SELECT value FROM json_each('[' || $1 || ']'))`,
} as const;

/** Look-ups that arrive together cost one trip to the database, and each batch is read once. */
export async function findBatches(sql: Sql, ids: readonly number[]): Promise<readonly (Batch | undefined)[]> {
  const batches = await queryBatches(sql, statements[sql.dialect], [ids.join(',')]);
  const found = new Map(batches.map((batch) => [batch.id, batch]));
  return ids.map((id) => found.get(id));
}
