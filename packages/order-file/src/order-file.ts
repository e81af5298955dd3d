import { ownLimits } from '@trading-platform/domain-types';
import { decodeOrders, type TextEncoding } from './decode.js';
import { OrderFileError } from './order-file-error.js';
import type { LostCell, TableRows } from './order-table.js';

/** A table of orders. The first row of the table contains the headings. */
export interface OrderTable extends TableRows {
  readonly format: 'table';
  readonly name: string;
  /** The encoding of a text, or `xlsx` for a workbook. */
  readonly encoding: TextEncoding | 'xlsx';
  /** The name of the sheet that was read. */
  readonly sheet?: string;
  readonly lost: readonly LostCell[];
  /** The cells that a spreadsheet keeps as numbers, as `LINE:CELL`. Leading zeros of such cells are lost. */
  readonly numbers: ReadonlySet<string>;
}

/** A JSON text of orders, as applications write it. */
export interface OrderText {
  readonly format: 'json';
  readonly name: string;
  readonly encoding: TextEncoding;
  readonly text: string;
}

/** A file of orders that the user has opened. */
export type OrderFile = OrderTable | OrderText;

/** The maximum size of an upload (Spec 7, `E700006`). */
export const largestFileBytes = 16 * 1_024 * 1_024;
/** One row for the headings, and one for each line that an upload can have. */
const mostRows = ownLimits.uploadLines + 1;

/**
 * Opens a file of at most `largestFileBytes`: a workbook (.xlsx), or a text in UTF-8, UTF-16 or Shift_JIS with JSON, CSV
 * or tabs. The code that reads tables is loaded when it is needed.
 *
 * @throws OrderFileError if the file cannot be opened
 */
export async function openOrderFile(bytes: Uint8Array, name: string): Promise<OrderFile> {
  if (startsWith(bytes, oldWorkbook)) {
    throw new OrderFileError('old-workbook', 'the file is an old Excel workbook (.xls), or is protected by a password');
  }
  if (startsWith(bytes, archive)) {
    const { readWorkbook } = await import('./workbook/read-workbook.js');
    return { format: 'table', name, encoding: 'xlsx', brokenLines: [], ...readWorkbook(bytes, mostRows) };
  }
  const { text, encoding } = decodeOrders(bytes);
  if (/\.json$/i.test(name) || /^\s*[[{]/.test(text)) return { format: 'json', name, encoding, text };
  const { readCsv } = await import('./csv.js');
  return { format: 'table', name, encoding, lost: [], numbers: new Set(), ...readCsv(text, mostRows) };
}

const archive = [0x50, 0x4b, 0x03, 0x04];
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

/** Returns the table with another value in one cell. If the row is too short, cells are added. */
export function withCell(table: OrderTable, line: number, cell: number, value: string): OrderTable {
  const rows = table.rows.map((row) => {
    if (row.line !== line) return row;
    const missing = Array.from({ length: Math.max(0, cell + 1 - row.cells.length) }, () => '');
    return { line, cells: [...row.cells, ...missing].with(cell, value) };
  });
  const lost = table.lost.filter((each) => each.line !== line || each.cell !== cell);
  const numbers = new Set(table.numbers);
  numbers.delete(`${line}:${cell}`);
  return { ...table, rows, lost, numbers };
}
