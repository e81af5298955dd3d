import type { RecordTable, Row } from '@trading-platform/domain-types/tables';
import { parseRecord } from '../formats/json-formats.js';
import { cellTable } from './cell-table.js';
import type { Batch } from './record-source.js';

/** Batch fields, which mean nothing to people. */
const hidden: ReadonlySet<string> = new Set(['batch_id', 'create_date']);

/** The maximum number of rows, because more rows do not help on a terminal. */
const mostRows = 100;

/** Returns the first rows of a download as a table of this width, with the number of all records. */
export async function showRecords(batch: Batch, table: RecordTable, width: number): Promise<string> {
  const rows: Row[] = [];
  for await (const text of batch.texts()) {
    rows.push(...table.rowsOf(parseRecord(text)));
    if (rows.length > mostRows) break;
  }
  const { recordCount } = await batch.ready;
  const shown = rows.slice(0, mostRows);
  const places = table.columns.flatMap(({ name }, index) => (hidden.has(name) ? [] : [index]));
  const text = cellTable(
    places.map((place) => table.columns[place]?.name ?? ''),
    shown.map((row) => places.map((place) => row[place] ?? '')),
    width,
  );
  const rest =
    rows.length > mostRows
      ? `\nThe first ${mostRows} rows. All of them: --out FILE, or pipe into another program.`
      : '';
  return `${text}\n${recordCount.toLocaleString('en')} records.${rest}\n`;
}
