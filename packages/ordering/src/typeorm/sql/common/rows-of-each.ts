import type { Dialect } from '@trading-platform/database';

/** A search for the rows of a table that belong to the values in a list. The list of values is passed as one JSON value. */
export interface RowsOfEach {
  /** The expression that turns the list into rows, for each kind of database. `wanted.value` is one value of the list. */
  readonly wanted: Readonly<Record<Dialect, string>>;
  readonly table: string;
  /** The condition that connects the row `found` with one value of the list. An index should support it. */
  readonly where: string;
}

/** The expression for `wanted` if the list is a JSON array of texts, given as the parameter of this number. */
export function eachText(parameter: 1 | 2): RowsOfEach['wanted'] {
  return {
    sqlite: `json_each($${parameter}) AS wanted`,
    postgres: `jsonb_array_elements_text($${parameter}::jsonb) AS wanted(value)`,
  };
}

/**
 * Returns the `FROM` and `WHERE` of a statement that searches for the rows of each value separately. The rows have the alias
 * `found`. With this form of the statement, the database finds the rows by an index. Without an index, a database without
 * statistics, or with a wrong estimate of the length of the list, reads the whole table.
 */
export function rowsOfEach(dialect: Dialect, { wanted, table, where }: RowsOfEach): string {
  return dialect === 'sqlite'
    ? `FROM ${wanted.sqlite} CROSS JOIN ${table} AS found WHERE ${where}`
    : `FROM ${wanted.postgres} CROSS JOIN LATERAL (SELECT * FROM ${table} AS found WHERE ${where} OFFSET 0) AS found`;
}

/** The views of the slips whose `trade_id` is in the list, a JSON array that is the parameter of this number. */
export function viewsOfSlips(parameter: 1 | 2): RowsOfEach {
  return { wanted: eachText(parameter), table: 'slip', where: 'found.trade_id = wanted.value' };
}
