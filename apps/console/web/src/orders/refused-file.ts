import {
  columnFields,
  isRecord,
  lineFields,
  linesOf,
  type OrderForm,
  type OrderPlace,
  type OrderTable,
} from '@trading-platform/order-file';
import type { UploadAnswer } from '../../../wire/index.js';
import { textOf } from '../server/text-of.js';

/** The orders that an earlier upload did not accept, as a table that can be corrected and sent again. */
export interface RefusedFile {
  readonly file: OrderTable;
  /** For each order of the earlier upload, its lines in the table. An accepted order has none. */
  readonly places: readonly (OrderPlace | undefined)[];
}

/**
 * Makes a table of the orders that an upload did not accept: the refused orders and, if the upload broke off, the
 * orders that it did not reach. The table has every column that at least one of these orders fills in.
 */
export function refusedFile(
  { name, orders }: { readonly name: string; readonly orders: readonly unknown[] },
  { results }: Pick<UploadAnswer, 'results'>,
  form: OrderForm,
): RefusedFile {
  const taken = new Set(results.filter(({ isAccepted }) => isAccepted).map(({ seq }) => seq - 1));
  const fields = new Set(lineFields(form).map((field) => field.name));
  const rowsOf = (order: unknown) =>
    linesOf(order, form).map((line) => (column: string) => textIn(fields.has(column) ? line : order, column));
  const left = orders.map((order, index) => (taken.has(index) ? [] : rowsOf(order)));
  const columns = columnFields(form)
    .map((field) => field.name)
    .filter((column) => left.some((rows) => rows.some((row) => row(column) !== '')));
  let line = 1;
  const places = left.map((rows): OrderPlace | undefined => {
    if (rows.length === 0) return undefined;
    const detailLines = rows.map(() => ++line);
    return { line: detailLines[0] ?? line, detailLines };
  });
  const cells = left.flatMap((rows) => rows.map((row) => columns.map(row)));
  const rows = [columns, ...cells].map((each, index) => ({ line: index + 1, cells: each }));
  return {
    file: {
      format: 'table',
      name,
      encoding: 'utf-8',
      rows,
      brokenLines: [],
      isTooLong: false,
      lost: [],
      numbers: new Set(),
    },
    places,
  };
}

function textIn(record: unknown, name: string): string {
  return isRecord(record) ? textOf(record[name]) : '';
}
