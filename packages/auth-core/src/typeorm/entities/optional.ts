import type { ColumnOptions, ValueTransformer } from 'typeorm';

const absent: ValueTransformer = {
  to: (value: unknown) => value ?? null,
  from: (value: unknown) => value ?? undefined,
};

/** A column that may be NULL; the property is `undefined` then. */
export function optional<Column extends ColumnOptions>(column: Column) {
  return { ...column, nullable: true, transformer: absent };
}

/** What `update` sets such a column to NULL with; it passes over `undefined`. */
export const nothing = () => 'NULL';
