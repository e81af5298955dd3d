import type { ColumnOptions, ValueTransformer } from 'typeorm';

const absent: ValueTransformer = {
  to: (value: unknown) => value ?? null,
  from: (value: unknown) => value ?? undefined,
};

/** Describes a column that may be NULL. An optional property with the value NULL is `undefined`. */
export function optional<Column extends ColumnOptions>(column: Column) {
  return { ...column, nullable: true, transformer: absent };
}

/** Sets an optional column to NULL in an `update`. With the value `undefined`, the column would not change. */
export const nothing = () => 'NULL';
