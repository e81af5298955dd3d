import type { ColumnOptions } from 'typeorm';

/** A column of text that is compared and sorted by its bytes, on both kinds of database. */
export const byteText = { type: 'text', collation: 'C' } as const satisfies ColumnOptions;

/** A column of the type `BLOB` or `BYTEA`, whose values are `Uint8Array`. */
export const bytes = { type: 'blob' } as const satisfies ColumnOptions;

/** A column with a time in epoch milliseconds. The type of the column is `BIGINT`, and its values are numbers. */
export const epochMilliseconds = { type: 'bigint' } as const satisfies ColumnOptions;

/**
 * A column with the number of a row, which is the primary key. The type of the column is `INTEGER`, or `BIGINT` on PostgreSQL,
 * and its values are numbers.
 */
export const rowNumber = { type: 'int8' } as const satisfies ColumnOptions;

/** A column of the type `INTEGER` that contains 1 for true and 0 for false. */
export const flag = {
  type: 'integer',
  transformer: {
    to: (value: boolean | null | undefined) => (typeof value === 'boolean' ? Number(value) : value),
    from: (value: number | null) => (value === null ? null : value === 1),
  },
} as const satisfies ColumnOptions;
