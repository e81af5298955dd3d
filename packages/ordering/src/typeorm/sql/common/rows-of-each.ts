import type { Dialect } from '@trading-platform/database';

/** Rows of a table that belong to the values of a list. The list is one JSON value. */
export interface RowsOfEach {
  /** The source of the values, on either database; `wanted.value` is one of them. */
  readonly wanted: Readonly<Record<Dialect, string>>;
  readonly table: string;
  /** Which `found` rows belong to a value; an index should serve it. */
  readonly where: string;
}

/** `wanted` for a JSON array of texts. */
export const eachText = {
  sqlite: 'json_each($1) AS wanted',
  postgres: 'jsonb_array_elements_text($1::jsonb) AS wanted(value)',
} as const;

/**
 * The `FROM` and `WHERE` that find the rows of each value, as `found`, one value after the other. No other plan is possible:
 * without statistics, or with a wrong guess of the list's length, databases would read whole tables.
 */
export function rowsOfEach(dialect: Dialect, { wanted, table, where }: RowsOfEach): string {
  return dialect === 'sqlite'
    ? `FROM ${wanted.sqlite} CROSS JOIN ${table} AS found WHERE ${where}`
    : `FROM ${wanted.postgres} CROSS JOIN LATERAL (SELECT * FROM ${table} AS found WHERE ${where} OFFSET 0) AS found`;
}
