import { type CsvRow, readCsv } from './csv.js';

/** A table of orders as it is on the page; its first row has the names of the columns. */
export interface OrderTable {
  readonly format: 'csv';
  readonly name: string;
  readonly encoding: FileEncoding;
  readonly rows: readonly CsvRow[];
  /** Lines with quotes that do not match. */
  readonly brokenLines: readonly number[];
}

/** Orders as an application writes them. */
export interface OrderText {
  readonly format: 'json';
  readonly name: string;
  readonly encoding: FileEncoding;
  readonly text: string;
}

/** A file with orders as it is on the page. */
export type OrderFile = OrderTable | OrderText;

/** Spreadsheets in Japan save a table as `shift_jis`. */
export type FileEncoding = 'utf-8' | 'shift_jis';

/** The largest size of an upload (Spec 7, `E700006`). */
export const largestFileBytes = 16 * 1_024 * 1_024;

/** @throws TypeError if it is a text in neither encoding */
export async function openOrderFile(file: File): Promise<OrderFile> {
  const [text, encoding] = decode(await file.arrayBuffer());
  const { name } = file;
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  return isJson ? { format: 'json', name, encoding, text } : { format: 'csv', name, encoding, ...readCsv(text) };
}

/** The text without its byte order mark. */
function decode(bytes: ArrayBuffer): readonly [text: string, encoding: FileEncoding] {
  try {
    return [decoder('utf-8').decode(bytes), 'utf-8'];
  } catch {
    return [decoder('shift_jis').decode(bytes), 'shift_jis'];
  }
}

function decoder(encoding: FileEncoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true });
}

/** The table with another value in a cell; cells that its line lacks are added. */
export function withCell(table: OrderTable, line: number, column: number, value: string): OrderTable {
  const rows = table.rows.map((row) => {
    if (row.line !== line) return row;
    const missing = Array.from({ length: Math.max(0, column + 1 - row.cells.length) }, () => '');
    return { line, cells: [...row.cells, ...missing].with(column, value) };
  });
  return { ...table, rows };
}
