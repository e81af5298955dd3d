import type { OrderDefect, Reading, ReadOrders } from './order-defect.js';
import type { OrderFile, OrderTable } from './order-file.js';
import { columnFields, lineFields, type OrderField, type OrderForm, orderFields } from './order-form.js';
import type { TableRow } from './order-table.js';
import { readHeadings, similarHeading } from './read-heading.js';
import { readJson } from './read-json.js';
import { readValue } from './read-value.js';
import { unreadable } from './unreadable.js';

/** Reads the orders of a file. */
export function readOrders(file: OrderFile, form: OrderForm): ReadOrders {
  return file.format === 'json' ? readJson(file.text) : readTable(file, form);
}

/** Returns the name of the field in each column of a table. A heading that fits no field is its own name. */
export function columnsOf({ rows: [head] }: OrderTable, form: OrderForm): readonly string[] {
  const headings = head?.cells ?? [];
  return readHeadings(headings, form).map((field, index) => field?.name ?? (headings[index] ?? '').trim());
}

function readTable(table: OrderTable, form: OrderForm): ReadOrders {
  const [head, ...rows] = table.rows;
  const headings = head?.cells ?? [];
  const columns = readHeadings(headings, form);
  if (table.isTooLong) return unreadable([{ kind: 'many-lines', item: '', limit: form.maxLines }]);
  const width = headings.findLastIndex((heading) => heading.trim() !== '') + 1;
  const isWorkbook = table.encoding === 'xlsx';
  const defects = [
    ...table.brokenLines.map((line) => ({ kind: 'quotes', item: '', line }) as const),
    ...headingDefects(headings.slice(0, width), columns, { form, line: head?.line ?? 1 }),
    ...rows
      .filter(({ cells }) => !fits(cells, width, isWorkbook))
      .map(({ line }) => ({ kind: 'cells', item: '', line, limit: width }) as const),
  ];
  if (defects.length > 0) return unreadable(defects);
  const readings: Reading[] = [];
  const read = rows.map((row) => ({ line: row.line, fields: fieldsOf(row, columns, readings) }));
  return {
    ...grouped(read, form),
    defects: [...lostDefects(table, columns), ...shortenedDefects(rows, columns)],
    readings,
    numberFields: numberFields(table, columns),
    isCheckOnly: false,
  };
}

type Columns = readonly (OrderField | undefined)[];

function headingDefects(
  headings: readonly string[],
  columns: Columns,
  { form, line }: { readonly form: OrderForm; readonly line: number },
): readonly OrderDefect[] {
  const found = columns.flatMap((field) => (field === undefined ? [] : [field.name]));
  const unknown = headings.filter((_, index) => columns[index] === undefined);
  return [
    ...unknown.map((heading) => {
      const near = similarHeading(heading, form);
      const fitting = near === undefined ? {} : { fitting: [near] };
      return { kind: 'unknown-column', item: heading.trim(), line, ...fitting } as const;
    }),
    ...found
      .filter((name, index) => found.indexOf(name) !== index)
      .map((item) => ({ kind: 'repeated-column', item, line }) as const),
    ...columnFields(form)
      // The column `line_no` may be missing, because the rows of each order then get the numbers 1, 2, and so on.
      .filter(({ name, isRequired }) => isRequired && name !== 'line_no' && !found.includes(name))
      .map(({ name }) => ({ kind: 'missing-column', item: name, line }) as const),
  ];
}

/**
 * A spreadsheet pads its rows with empty values, or leaves them out. A row of a text has at least as many values as there are
 * headings, so that a comma that was not quoted is noticed.
 */
function fits(cells: readonly string[], width: number, isWorkbook: boolean): boolean {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) return false;
  return isWorkbook || cells.length >= width;
}

/** Reads the cells of a row, and leaves out fields with empty cells. */
function fieldsOf({ line, cells }: TableRow, columns: Columns, readings: Reading[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [index, field] of columns.entries()) {
    const written = cells[index] ?? '';
    if (field === undefined || written === '') continue;
    const read = readValue(written, field);
    if (read !== written) readings.push({ line, field: field.name, written, read });
    if (read !== '') fields[field.name] = read;
  }
  return fields;
}

function lostDefects({ lost }: OrderTable, columns: Columns): readonly OrderDefect[] {
  return lost.flatMap(({ kind, line, cell }) => {
    const field = columns[cell];
    return field === undefined ? [] : [{ kind, item: field.name, line }];
  });
}

/** A spreadsheet saves a long code as `6.0101E+10`, unless its column is a text. */
function shortenedDefects(rows: readonly TableRow[], columns: Columns): readonly OrderDefect[] {
  return [...columns.entries()].flatMap(([index, field]) =>
    field === undefined || !isCode(field)
      ? []
      : rows
          .filter(({ cells }) => /^\d(?:\.\d+)?E\+\d+$/i.test(cells[index] ?? ''))
          .map(({ line }) => ({ kind: 'shortened', item: field.name, line }) as const),
  );
}

/** Comments are texts, and all other fields of this form are codes. */
function isCode({ name, type, kind, values }: OrderField): boolean {
  return type === 'string' && kind === undefined && values === undefined && !/comment|remarks/.test(name);
}

function numberFields({ numbers }: OrderTable, columns: Columns): readonly string[] {
  const cells = new Set([...numbers].map((place) => Number(place.slice(place.indexOf(':') + 1))));
  return [...columns.entries()].flatMap(([index, field]) =>
    field !== undefined && isCode(field) && cells.has(index) ? [field.name] : [],
  );
}

interface NamedRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Successive rows with the same `upload_no` form one order. The fields of the order come from the first of these rows.
 */
function grouped(rows: readonly NamedRow[], form: OrderForm): Pick<ReadOrders, 'orders' | 'places'> {
  const [orderNames, lineNames] = [namesOf(orderFields(form)), namesOf(lineFields(form))];
  const orders: { readonly detail_list: Record<string, string>[] }[] = [];
  const places: { readonly line: number; readonly detailLines: number[] }[] = [];
  let former: string | undefined;
  for (const { line, fields } of rows) {
    const uploadNo = fields['upload_no'] ?? '';
    if (uploadNo !== former) {
      orders.push({ ...only(fields, orderNames), detail_list: [] });
      places.push({ line, detailLines: [] });
      former = uploadNo;
    }
    const details = orders.at(-1)?.detail_list;
    details?.push({ line_no: String(details.length + 1), ...only(fields, lineNames) });
    places.at(-1)?.detailLines.push(line);
  }
  return { orders, places };
}

function namesOf(fields: readonly OrderField[]): readonly string[] {
  return fields.map(({ name }) => name);
}

function only(fields: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}
