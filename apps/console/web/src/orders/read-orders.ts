import type { FieldDescription, OrderForm } from '../../../wire/index.js';
import type { OrderFile, OrderTable } from './order-file.js';

/** A defect that the page finds in a file before it sends anything. */
export interface OrderDefect {
  readonly kind:
    | 'not-json'
    | 'no-list'
    | 'quotes'
    | 'unknown-column'
    | 'missing-column'
    | 'cells'
    | 'missing'
    | 'type'
    | 'length'
    | 'form'
    | 'value'
    | 'day'
    | 'few'
    | 'many'
    | 'many-lines'
    | 'repeated';
  /**
   * The field, in the platform's notation (`order_list[2].detail_list[0].prod_lot_qty`) or as a column name. The field
   * is `""` if the defect is about no field.
   */
  readonly item: string;
  /** The line of the file, if `item` does not determine it. */
  readonly line?: number;
  /** The limit that the file exceeds. */
  readonly limit?: number;
}

/** The lines of an order in its file. */
export interface OrderPlace {
  readonly line: number;
  /** For each line of the order, the line of the file that contains it. */
  readonly detailLines: readonly number[];
}

/** The orders, as they will be sent. */
export interface ReadOrders {
  readonly orders: readonly unknown[];
  /** For each order, the lines of the file that contain the order. The list is empty for JSON. */
  readonly places: readonly OrderPlace[];
  /** The reasons why the file cannot be read. In that case there are no orders. */
  readonly defects: readonly OrderDefect[];
}

/** Reads the orders of a file. */
export function readOrders(file: OrderFile, form: OrderForm): ReadOrders {
  return file.format === 'json' ? ofJson(file.text) : ofTable(file, form);
}

/** Returns the columns of an order table: the fields of an order, followed by the fields of its lines. */
export function orderColumns(form: OrderForm): readonly string[] {
  const { order, line } = columnsOf(form);
  return [...order, ...line];
}

/** Returns the fields of an order line. */
export function lineFields({ orders }: OrderForm): readonly FieldDescription[] {
  return orders.of?.find(({ of }) => of !== undefined)?.of ?? [];
}

function columnsOf(form: OrderForm) {
  const order = (form.orders.of ?? []).filter(({ of }) => of === undefined);
  return { order: order.map(({ name }) => name), line: lineFields(form).map(({ name }) => name) };
}

/** The type definitions of TypeScript do not yet include the argument `context`, and older browsers do not pass it. */
const parseJson = JSON.parse as (
  text: string,
  read: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

/** If a number would lose digits as a JavaScript number, it is kept as the text that was written. */
function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const written = context?.source;
  return typeof value === 'number' && written !== undefined && written !== String(value) ? written : value;
}

function ofJson(text: string): ReadOrders {
  let value: unknown;
  try {
    value = parseJson(text, asWritten);
  } catch (error) {
    const line = lineOfJsonError(text, (error as Error).message);
    return unreadable([{ kind: 'not-json', item: '', ...(line === undefined ? {} : { line }) }]);
  }
  const orders = Array.isArray(value) ? value : (value as { readonly order_list?: unknown } | null)?.order_list;
  if (!Array.isArray(orders)) return unreadable([{ kind: 'no-list', item: 'order_list' }]);
  return { orders, places: [], defects: [] };
}

/** The error message of a browser contains the line, or the position in the text, or neither. */
function lineOfJsonError(text: string, message: string): number | undefined {
  const [, line] = /line (\d+)/.exec(message) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}

function ofTable({ rows: [head, ...rows], brokenLines }: OrderTable, form: OrderForm): ReadOrders {
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const known = orderColumns(form);
  const defects: readonly OrderDefect[] = [
    ...brokenLines.map((line) => ({ kind: 'quotes', item: '', line }) as const),
    ...names
      .filter((name) => !known.includes(name))
      .map((item) => ({ kind: 'unknown-column', item, line: 1 }) as const),
    ...neededColumns(form)
      .filter((name) => !names.includes(name))
      .map((item) => ({ kind: 'missing-column', item, line: 1 }) as const),
    ...rows
      .filter(({ cells }) => cells.length !== names.length)
      .map(({ line }) => ({ kind: 'cells', item: '', line, limit: names.length }) as const),
  ];
  if (defects.length > 0) return unreadable(defects);
  return grouped(
    rows.map(({ line, cells }) => ({ line, fields: fieldsOf(names, cells) })),
    form,
  );
}

/** The column `line_no` may be missing, because the rows of an order are numbered in their order. */
function neededColumns(form: OrderForm): readonly string[] {
  const fields = [...(form.orders.of ?? []), ...lineFields(form)];
  return fields
    .filter(({ name, isRequired, of }) => isRequired && of === undefined && name !== 'line_no')
    .map(({ name }) => name);
}

function unreadable(defects: readonly OrderDefect[]): ReadOrders {
  return { orders: [], places: [], defects };
}

interface NamedRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Successive rows with the same `upload_no` form one order. The fields of the order come from the first of these rows.
 */
function grouped(rows: readonly NamedRow[], form: OrderForm): ReadOrders {
  const columns = columnsOf(form);
  const orders: { readonly detail_list: Record<string, string>[] }[] = [];
  const places: { readonly line: number; readonly detailLines: number[] }[] = [];
  let former: string | undefined;
  for (const { line, fields } of rows) {
    const uploadNo = fields['upload_no'] ?? '';
    if (uploadNo !== former) {
      orders.push({ ...only(fields, columns.order), detail_list: [] });
      places.push({ line, detailLines: [] });
      former = uploadNo;
    }
    const details = orders.at(-1)?.detail_list;
    details?.push({ line_no: String(details.length + 1), ...only(fields, columns.line) });
    places.at(-1)?.detailLines.push(line);
  }
  return { orders, places, defects: [] };
}

/** A field is left out if its cell is empty. */
function fieldsOf(names: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']).filter(([, value]) => value !== ''));
}

function only(fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}
