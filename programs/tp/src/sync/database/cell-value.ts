import { parseTokyoDateTime } from '@trading-platform/domain-types';
import type { Column } from '@trading-platform/domain-types/tables';
import { typedValue } from '../../formats/typed-value.js';
import type { Cell } from './mirror-database.js';

/**
 * The text of a value, which the database converts to the column's type. `""` becomes null except in text columns.
 *
 * @throws CliError `input` if the value does not have that type
 */
export function cellValue(value: string | number, column: Column): Cell {
  // PostgreSQL's texts cannot contain this character; the contract allows it in no field.
  if (column.type === 'text') return String(value).replaceAll('\u0000', '');
  if (typedValue(value, column) === null) return null;
  const text = String(value);
  return column.type === 'timestamp' ? momentOf(text) : text;
}

/** Times have seconds and no fractions, because records have no fractions either. */
function momentOf(text: string): Cell {
  return parseTokyoDateTime(text)?.toISOString().replace('.000Z', 'Z') ?? null;
}
