import type { Column } from '@trading-platform/domain-types/tables';
import { typedValue } from '../../formats/typed-value.js';
import type { Cell } from './mirror-database.js';

/**
 * The text of a value, which the database converts to the column's type. `""` becomes null except in text columns.
 *
 * @throws CliError `input` if the value does not have that type
 */
export function cellValue(value: string | number, column: Column): Cell {
  const text = String(value);
  // PostgreSQL's texts cannot contain this character; the contract allows it in no field.
  if (column.type === 'text') return text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
  const typed = typedValue(text, column);
  if (typed === null) return null;
  return column.type === 'timestamp' ? momentOf(typed as Date) : text;
}

/** Times have seconds and no fractions, because records have no fractions either. */
function momentOf(time: Date): string {
  return time.toISOString().replace('.000Z', 'Z');
}
