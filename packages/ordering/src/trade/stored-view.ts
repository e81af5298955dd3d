import type { TradeImport } from '@trading-platform/domain-types';
import { storedColumns } from './field-columns.js';
import { groupsIn, headerIn, ofEachLine } from './slip-body.js';
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
  // The fields are added to the header, because a copy of it takes as long as parsing it.
  const view = headerIn(body) as Record<string, unknown>;
  view['partner_group_list'] = groupsIn(body);
  view['detail_list'] = ofEachLine(body, (start, end) => storedLine(body, start, end));
  for (const { field } of storedColumns) view[field] = row[field]!;
  view['update_date'] = row['update_date']!;
  return view as unknown as TradeImport;
}
