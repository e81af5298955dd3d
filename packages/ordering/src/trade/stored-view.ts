import type { TradeImport } from '@trading-platform/domain-types';
import { storedColumns } from './field-columns.js';
import { groupsIn, headerIn, linesIn } from './slip-body.js';
import { storedLine } from './stored-line.js';

/** The columns of a view that its body does not contain, of the row `found`. */
export const storedFieldsOfFound = [...storedColumns.map(({ field }) => field), 'update_date']
  .map((field) => `found.${field}`)
  .join(', ');

/** A row with the columns of `storedFieldsOfFound`. It may have other columns too. */
export type StoredFields = Readonly<Record<string, string>>;

/** Returns a stored view in the form of a line of a `trade` file. */
export function storedView({ buffer, byteOffset, byteLength }: Uint8Array, row: StoredFields): TradeImport {
  const body = Buffer.from(buffer, byteOffset, byteLength);
  return {
    ...(headerIn(body) as TradeImport),
    partner_group_list: groupsIn(body),
    detail_list: linesIn(body).map(storedLine),
    ...Object.fromEntries(storedColumns.map(({ field }) => [field, row[field]!])),
    update_date: row['update_date']!,
  };
}
