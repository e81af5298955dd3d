import type { ColumnOptions, ValueTransformer } from 'typeorm';

const absent: ValueTransformer = {
  to: (value: unknown) => value ?? null,
  from: (value: unknown) => value ?? undefined,
};

/** Describes a column that may be NULL. The value of the property is then `undefined`. */
export function optional<Column extends ColumnOptions>(column: Column) {
  return { ...column, nullable: true, transformer: absent };
}

/** Sets an optional column to NULL in an `update`. The value `undefined` would leave the column unchanged. */
export const nothing = () => 'NULL';
