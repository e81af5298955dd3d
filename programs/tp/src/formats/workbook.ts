import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecordTable } from '@trading-platform/domain-types/tables';
import { streamWorkbook } from '@trading-platform/order-file/workbook';
import { parseRecord } from './json-formats.js';

/** The number of rows that are written together. */
const rowsTogether = 500;

/** Writes a table as an Excel workbook whose values are texts. */
export async function writeWorkbook(
  path: string,
  { name, table }: { readonly name: string; readonly table: RecordTable },
  texts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const headings = table.columns.map((column) => column.name);
  const chunks = streamWorkbook({ name, headings, rows: rowsOf(table, texts) });
  await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(path));
}

async function* rowsOf(
  table: RecordTable,
  texts: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let rows: string[][] = [];
  for await (const text of texts) {
    rows.push(...table.rowsOf(parseRecord(text)).map((row) => row.map(String)));
    if (rows.length < rowsTogether) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}
