import type { Sql, Table } from '@trading-platform/database';

/**
 * Inserts a row unless its key already exists. Returns whether the row was inserted, which TypeORM's `orIgnore` does not report.
 */
export async function insertUnlessThere<Row extends object>(
  sql: Sql,
  table: Table<Row>,
  row: Readonly<Row>,
): Promise<boolean> {
  return (await sql.execute(`${table.insertInto()} ON CONFLICT DO NOTHING`, table.values(row))) === 1;
}
