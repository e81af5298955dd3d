import type { FieldError, UploadAccepted, UploadAnswer, UploadedOrder } from '../../../wire/index.js';
import { readCsv, writeCsv } from './csv.js';

/** A file with orders as it is on the page. */
export interface OrderFile {
  readonly name: string;
  readonly format: 'json' | 'csv';
  readonly text: string;
}

/** What has become of an order, and where it stands in the file. */
export interface OrderOutcome {
  readonly order: UploadedOrder;
  readonly line: number;
  /** Lines of the file that belong to it. */
  readonly lines: readonly number[];
}

/** As large as an upload may be (Spec 7, `E700006`). */
export const largestFileBytes = 16 * 1_024 * 1_024;

export async function openOrderFile(file: File): Promise<OrderFile> {
  const text = await file.text();
  const isJson = /\.json$/i.test(file.name) || /^\uFEFF?\s*[[{]/.test(text);
  return { name: file.name, format: isJson ? 'json' : 'csv', text };
}

/** The outcomes of an upload beside the lines of its orders. */
export function outcomesOf({ orders }: UploadAccepted, { results }: UploadAnswer): readonly OrderOutcome[] {
  return results.map((order) => {
    const place = orders[order.seq - 1];
    return { order, line: place?.line ?? 0, lines: place?.detailLines ?? [] };
  });
}

/** The rows of a CSV file, each with its line; the first one has the names of the columns. */
export function rowsOf({ format, text }: OrderFile) {
  return format === 'csv' ? readCsv(text).rows : [];
}

/** The file with another value in a cell. */
export function withCell(file: OrderFile, line: number, column: number, value: string): OrderFile {
  const rows = readCsv(file.text).rows.map((row) =>
    row.line === line ? row.cells.map((cell, index) => (index === column ? value : cell)) : row.cells,
  );
  return { ...file, text: writeCsv(rows) };
}

/** The line of an order that a defect is about: that of its order line, or the first one. */
export function lineOfError(
  { line, lines }: Pick<OrderOutcome, 'line' | 'lines'>,
  { item }: Pick<FieldError, 'item'>,
): number {
  const [, index] = /^detail_list\[(\d+)\]/.exec(item) ?? [];
  return index === undefined ? line : (lines[Number(index)] ?? line);
}

/** The column that a defect is about: `detail_list[3].prod_lot_qty` is `prod_lot_qty`. */
export function columnOfError({ item }: Pick<FieldError, 'item'>): string {
  return item.replace(/^.*\./, '').replace(/\[\d+\]$/, '');
}
