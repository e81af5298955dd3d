import { type CsvRow, readCsv } from './csv.js';

/** A table of orders. The first row of the table contains the column names. */
export interface OrderTable {
  readonly format: 'csv';
  readonly name: string;
  readonly encoding: FileEncoding;
  readonly rows: readonly CsvRow[];
  /** The lines on which a quote is not closed correctly. */
  readonly brokenLines: readonly number[];
}

/** A JSON text of orders, as applications write it. */
export interface OrderText {
  readonly format: 'json';
  readonly name: string;
  readonly encoding: FileEncoding;
  readonly text: string;
}

/** A file of orders that the user has opened. */
export type OrderFile = OrderTable | OrderText;

/** Spreadsheets in Japan save tables in the encoding `shift_jis`. */
export type FileEncoding = 'utf-8' | 'shift_jis';

/** The maximum size of an upload (Spec 7, `E700006`). */
export const largestFileBytes = 16 * 1_024 * 1_024;

/** @throws TypeError if it is a text in neither encoding */
export async function openOrderFile(file: File): Promise<OrderFile> {
  const [text, encoding] = decode(await file.arrayBuffer());
  const { name } = file;
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  return isJson ? { format: 'json', name, encoding, text } : { format: 'csv', name, encoding, ...readCsv(text) };
}

/** The text of the file, without a byte order mark. */
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

/** Returns the table with another value in one cell. If the row is too short, cells are added. */
export function withCell(table: OrderTable, line: number, column: number, value: string): OrderTable {
  const rows = table.rows.map((row) => {
    if (row.line !== line) return row;
    const missing = Array.from({ length: Math.max(0, column + 1 - row.cells.length) }, () => '');
    return { line, cells: [...row.cells, ...missing].with(column, value) };
  });
  return { ...table, rows };
}
