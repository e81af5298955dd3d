import type { ColumnOptions, ValueTransformer } from 'typeorm';

const absent: ValueTransformer = {
  to: (value: unknown) => value ?? null,
  from: (value: unknown) => value ?? undefined,
};

/** A column that may be NULL; the property is `undefined` then. */
export function optional<Column extends ColumnOptions>(column: Column) {
  return { ...column, nullable: true, transformer: absent };
}

/** Sets such a column to NULL in an `update`, which would leave it alone if it were given `undefined`. */
export const nothing = () => 'NULL';
