import type { Dialect } from '@trading-platform/database';
import { type RowsOfEach, rowsOfEach } from './rows-of-each.js';

/** A number that a caller gave to an order or to an update: the member that owns the number, and the number itself. */
export type OwnNumber = readonly [memberCode: string, number: string];

export function keyText(key: OwnNumber): string {
  return JSON.stringify(key);
}

/**
 * Returns a statement that finds numbers, which are given as a JSON array of `OwnNumber`s. The found rows have the alias `found`.
 *
 * @param column the column with the number
 * @param selected the columns and expressions of the result
 */
export function selectOwnNumbers(dialect: Dialect, table: string, column: string, selected: string): string {
  const wanted: RowsOfEach = {
    wanted: {
      sqlite: 'json_each($1) AS wanted',
      postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
    },
    table,
    where: `found.member_code = wanted.value ->> 0 AND found.${column} = wanted.value ->> 1`,
  };
  return `SELECT ${selected} ${rowsOfEach(dialect, wanted)}`;
}
