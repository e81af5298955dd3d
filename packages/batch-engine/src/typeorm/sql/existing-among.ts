import type { Sql } from '@trading-platform/database';

/** The batch numbers are passed as one value, so that the statement is the same for any quantity of numbers. */
const statements = {
  postgres: `SELECT id FROM batch WHERE id = ANY (string_to_array($1, ',')::bigint[])`,
  sqlite: `SELECT id FROM batch WHERE id IN (SELECT value FROM json_each('[' || $1 || ']'))`,
} as const;

/** Returns the batches among these that exist, in any state. */
export async function existingAmong(sql: Sql, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await sql.query<{ id: number }>(statements[sql.dialect], [ids.join(',')]);
  return rows.map(({ id }) => id);
}
