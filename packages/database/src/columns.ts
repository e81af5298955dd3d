import type { ColumnOptions } from 'typeorm';

/** Text whose order and equality are those of its bytes, on either database. */
export const byteText = { type: 'text', collation: 'C' } as const satisfies ColumnOptions;

/** `BLOB` or `BYTEA`: a `Uint8Array`. */
export const bytes = { type: 'blob' } as const satisfies ColumnOptions;

/** A time in epoch milliseconds: `BIGINT`, a number. */
export const epochMilliseconds = { type: 'bigint' } as const satisfies ColumnOptions;

/** The number of a row that is its primary key: `INTEGER`, on PostgreSQL `BIGINT`; a number. */
export const rowNumber = { type: 'int8' } as const satisfies ColumnOptions;

/** Yes or no, kept as 1 or 0 in an `INTEGER`. */
export const flag = {
  type: 'integer',
  transformer: {
    to: (value: boolean | null | undefined) => (typeof value === 'boolean' ? Number(value) : value),
    from: (value: number | null) => (value === null ? null : value === 1),
  },
} as const satisfies ColumnOptions;
