import { isOptional, nameOf, type RecordDefinition, uploadLine, uploadOrder } from '@trading-platform/domain-types';
import type { FieldError, UploadAccepted } from '../../../wire/index.js';
import { ConsoleError, fieldError } from '../../http/console-error.js';
import { CsvDefect, type CsvRow, readCsv } from './read-csv.js';

/** Orders of a file, as an upload sends them, and where they stand in it. */
export interface ReadOrders {
  readonly orderList: readonly unknown[];
  readonly places: UploadAccepted['orders'];
}

type Order = Record<string, unknown> & { readonly detail_list: Record<string, string>[] };

const orderColumns = columnsOf(uploadOrder);
const lineColumns = columnsOf(uploadLine);
/** The columns of a table of orders: the fields of an order, then those of its line. */
export const uploadColumns: readonly string[] = [...orderColumns, ...lineColumns];

/** The orders of a file. @throws ConsoleError `refused`, with the lines that cannot be read */
export function readOrders(format: 'json' | 'csv', file: string): ReadOrders {
  return format === 'json' ? ofJson(file) : ofCsv(file);
}

function ofJson(file: string): ReadOrders {
  let value: unknown;
  try {
    value = JSON.parse(file.replace(/^\ufeff/, ''));
  } catch (error) {
    throw refused([defect(lineOfJsonError(file, error), '', 'Correct the file: it is not JSON.')]);
  }
  const orderList = Array.isArray(value) ? value : (value as { order_list?: unknown } | null)?.order_list;
  if (!Array.isArray(orderList)) throw refused([defect(1, 'order_list', 'Send a list of orders as order_list.')]);
  return { orderList, places: [] };
}

function ofCsv(file: string): ReadOrders {
  const [head, ...rows] = rowsOf(file);
  const names = head?.values.map((name) => name.trim()) ?? [];
  const unknown = names.filter((name) => !uploadColumns.includes(name));
  const missing = ['upload_no', 'prod_lot_qty'].filter((name) => !names.includes(name));
  const wrong = [
    ...unknown.map((name) => defect(1, name, `There is no such column. The columns are ${uploadColumns.join(', ')}.`)),
    ...missing.map((name) => defect(1, name, 'The first line must name this column.')),
    ...rows
      .filter(({ values }) => values.length !== names.length)
      .map(({ line, values }) => defect(line, '', `The line has ${values.length} values instead of ${names.length}.`)),
  ];
  if (wrong.length > 0) throw refused(wrong);
  return grouped(rows.map(({ line, values }) => ({ line, fields: fieldsOf(names, values) })));
}

function rowsOf(file: string): readonly CsvRow[] {
  try {
    return readCsv(file);
  } catch (error) {
    if (error instanceof CsvDefect) throw refused([defect(error.line, '', 'Close the quotes of this line.')]);
    throw error;
  }
}

interface NamedRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** Lines that follow each other with the same `upload_no` are one order; its own fields are those of the first. */
function grouped(rows: readonly NamedRow[]): ReadOrders {
  const orderList: Order[] = [];
  const places: { uploadNo: string; line: number; detailLines: number[] }[] = [];
  for (const { line, fields } of rows) {
    const uploadNo = fields['upload_no'] ?? '';
    if (orderList.length === 0 || places.at(-1)!.uploadNo !== uploadNo) {
      orderList.push({ ...only(fields, orderColumns), detail_list: [] });
      places.push({ uploadNo, line, detailLines: [] });
    }
    const order = orderList.at(-1)!;
    const lineNo = { line_no: String(order.detail_list.length + 1) };
    order.detail_list.push({ ...lineNo, ...only(fields, lineColumns) });
    places.at(-1)!.detailLines.push(line);
  }
  return { orderList, places };
}

/** An empty cell is a field that is left out. */
function fieldsOf(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']).filter(([, value]) => value !== ''));
}

function only(fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}

function columnsOf({ fields }: RecordDefinition): readonly string[] {
  return fields
    .map((field) => (isOptional(field) ? field.field : field))
    .filter((field) => typeof field === 'string' || !('item' in field))
    .map(nameOf);
}

function lineOfJsonError(file: string, error: unknown): number {
  const [, position] = /position (\d+)/.exec((error as Error).message) ?? [];
  return position === undefined ? 1 : file.slice(0, Number(position)).split('\n').length;
}

function defect(line: number, item: string, detail: string): FieldError {
  return { ...fieldError({ error_item: item, error_code: 'E000002', error_detail: detail }), line };
}

function refused(fields: readonly FieldError[]): ConsoleError {
  return new ConsoleError('refused', 'The file cannot be read', { fields: fields.slice(0, 100) });
}
