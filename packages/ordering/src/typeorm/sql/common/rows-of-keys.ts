import type { Table, Transaction } from '@trading-platform/database';
import { textRows } from './json-rows.js';

/** The values of a key, all as texts, in the order of the columns in the entity. */
export type Key = readonly string[];

/**
 * Returns the stored rows that have the given keys. The keys must be distinct.
 *
 * @param where one more condition, without values
 */
export async function rowsOfKeys<Row extends object>(
  transaction: Transaction,
  table: Table<Row>,
  key: readonly (keyof Row & string)[],
  keys: readonly Key[],
  where = '1 = 1',
): Promise<Row[]> {
  const { columnNames } = table.only(...key);
  const found = await transaction.query<object>(
    `SELECT ${table.columnsOf('r')}
     FROM ${textRows(transaction.dialect, '$1', 'k', columnNames)} CROSS JOIN ${table.name} r
     WHERE ${columnNames.map((column) => `r.${column} = k.${column}`).join(' AND ')} AND ${where}`,
    [JSON.stringify(keys)],
  );
  return found.map(table.read);
}

/**
 * Removes the rows that have the given keys, which must be distinct. Returns the removed rows with the columns of the given
 * table.
 *
 * @param where one more condition, without values
 */
export async function removeRows<Row extends object>(
  transaction: Transaction,
  table: Table<Row>,
  key: readonly (keyof Row & string)[],
  keys: readonly Key[],
  where = '1 = 1',
): Promise<Row[]> {
  const { columns, columnNames } = table.only(...key);
  const removed = await transaction.query<object>(
    `DELETE FROM ${table.name}
     WHERE (${columns}) IN (SELECT ${columns} FROM ${textRows(transaction.dialect, '$1', 'k', columnNames)}) AND ${where}
     RETURNING ${table.columns}`,
    [JSON.stringify(keys)],
  );
  return removed.map(table.read);
}
