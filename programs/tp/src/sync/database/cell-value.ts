import { parseTokyoDateTime } from '@trading-platform/domain-types';
import { typedValue } from '../../formats/typed-value.js';
import type { Column } from '../../tables/record-tables.js';
import type { Cell } from './mirror-database.js';

/**
 * A value as a text that the database turns into the type of its column; `""` in any column but a text one is null.
 *
 * @throws CliError `input` if the value is none of that type
 */
export function cellValue(value: string | number, column: Column): Cell {
  // PostgreSQL has no texts with this character; no meaning of a field allows it.
  if (column.type === 'text') return String(value).replaceAll('\u0000', '');
  if (typedValue(value, column) === null) return null;
  const text = String(value);
  return column.type === 'timestamp' ? momentOf(text) : text;
}

/** To the second, as records have it. */
function momentOf(text: string): Cell {
  return parseTokyoDateTime(text)?.toISOString().replace('.000Z', 'Z') ?? null;
}
