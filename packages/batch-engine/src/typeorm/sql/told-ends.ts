import type { Sql } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import { batchColumns, queryBatches } from './batch-rows.js';

/** The condition is literal, as in the index. */
const selectUntold = `SELECT ${batchColumns} FROM batch
  WHERE ended_at IS NOT NULL AND end_told = 0 ORDER BY ended_at LIMIT $1`;

/** Returns batches whose ends have not been reported to the event log. */
export function untoldBatches(sql: Sql, limit: number): Promise<readonly Batch[]> {
  return queryBatches(sql, selectUntold, [limit]);
}

/** The batch numbers are passed as one value, so that the statement is the same for any quantity of numbers. */
const statements = {
  postgres: `UPDATE batch SET end_told = 1 WHERE id = ANY (string_to_array($1, ',')::bigint[])`,
  sqlite: `UPDATE batch SET end_told = 1 WHERE id IN (SELECT value FROM json_each('[' || $1 || ']'))`,
} as const;

/** Notes that the ends of these batches have been reported to the event log. */
export async function noteTold(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.execute(statements[sql.dialect], [ids.join(',')]);
}
