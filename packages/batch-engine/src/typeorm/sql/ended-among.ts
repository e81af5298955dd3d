import type { Sql } from '@trading-platform/database';

/** The batch numbers are passed as one value, so that the statement is the same for any quantity of numbers. */
const statements = {
  postgres: `SELECT id FROM batch WHERE id = ANY (string_to_array($1, ',')::bigint[]) AND ended_at IS NOT NULL`,
  sqlite: `SELECT id FROM batch WHERE id IN (SELECT value FROM json_each('[' || $1 || ']')) AND ended_at IS NOT NULL`,
} as const;

/** Returns the batches among these that have ended. */
export async function endedAmong(sql: Sql, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(statements[sql.dialect], [ids.join(',')]);
  return rows.map(({ id }) => id);
}
