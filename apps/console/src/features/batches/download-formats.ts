import { csvRow } from '@trading-platform/domain-types';
import type { RecordTable, Row } from '@trading-platform/domain-types/tables';
import { streamWorkbook } from '@trading-platform/order-file/workbook';
import type { DownloadFormat } from '../../../wire/index.js';

type Bytes = AsyncIterable<Buffer>;

/** The format of a file with downloaded records. */
export interface FileFormat {
  readonly type: string;
  readonly ending: DownloadFormat;
  /** The length of the file, if the lengths of the lines are enough to compute it. */
  readonly lengthOf: (linesLength: number, records: number) => number | undefined;
  readonly encode: (lines: Bytes) => Bytes;
}

const [newline, comma] = [0x0a, 0x2c];
/** Excel recognises UTF-8 by this byte order mark. */
const byteOrderMark = '\ufeff';

/** Writes the lines unchanged. */
export const ndjson: FileFormat = {
  type: 'application/x-ndjson; charset=utf-8',
  ending: 'ndjson',
  lengthOf: (linesLength) => linesLength,
  encode: (lines) => lines,
};

/**
 * Writes one JSON array. The end of every line except the last becomes a comma, which is safe because no record
 * contains a line end.
 */
export const json: FileFormat = {
  type: 'application/json; charset=utf-8',
  ending: 'json',
  lengthOf: (linesLength, records) => (records === 0 ? 2 : linesLength + 1),
  encode: asArray,
};

async function* asArray(lines: Bytes): Bytes {
  yield Buffer.from('[');
  let isFirst = true;
  let held = false;
  for await (const chunk of lines) {
    if (held) yield Buffer.of(comma);
    held = chunk.at(-1) === newline;
    const bytes = Buffer.from(held ? chunk.subarray(0, -1) : chunk);
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) bytes[at] = comma;
    if (bytes.length > 0) yield bytes;
    isFirst = false;
  }
  if (!isFirst && !held) throw new Error('The last record has no end');
  yield Buffer.from(']');
}

/**
 * A CSV table for spreadsheets, with a header row. Values are written so that a spreadsheet never runs them as formulas.
 */
export function csv(table: RecordTable): FileFormat {
  return { type: 'text/csv; charset=utf-8', ending: 'csv', lengthOf: () => undefined, encode };

  async function* encode(lines: Bytes): Bytes {
    yield Buffer.from(byteOrderMark + csvRow(table.columns.map(({ name }) => name)));
    for await (const rows of rowsOf(table, lines)) yield Buffer.from(rows.map((row) => csvRow(row)).join(''));
  }
}

/** An Excel workbook whose values are texts. */
export function xlsx(table: RecordTable, name: string): FileFormat {
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    lengthOf: () => undefined,
    encode: async function* (lines) {
      const rows = textsOf(rowsOf(table, lines));
      const headings = table.columns.map((column) => column.name);
      for await (const chunk of streamWorkbook({ name, headings, rows })) yield Buffer.from(chunk);
    },
  };
}

async function* textsOf(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const some of rows) yield some.map((row) => row.map(String));
}

async function* rowsOf(table: RecordTable, lines: Bytes): AsyncGenerator<readonly Row[]> {
  for await (const texts of wholeLines(lines)) {
    yield texts.flatMap((line) => table.rowsOf(JSON.parse(line) as Readonly<Record<string, unknown>>));
  }
}

/** Splits the bytes into lines and yields the lines in portions, as they arrive. */
async function* wholeLines(chunks: Bytes): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    rest = Buffer.from(bytes.subarray(end));
    if (end > 0) yield bytes.toString('utf8', 0, end - 1).split('\n');
  }
}
