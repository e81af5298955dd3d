import { CliError, remark } from '@trading-platform/terminal';
import { cellTable, fittingColumns } from '../downloads/cell-table.js';
import type { TableOptions } from '../view-options.js';
import { printView } from './print-view.js';

/**
 * Prints records as JSON or as a table. A terminal gets the columns that fit, and a remark about the others. A pipe or a
 * file gets all columns. Columns that the user has named are never left out.
 */
export function printRecords(records: readonly object[], options: TableOptions): void {
  const all = Object.keys(records[0] ?? {});
  const names = records.length === 0 ? all : columnsOf(all, options);
  const rows = records.map((record) => names.map((name) => cell((record as Record<string, unknown>)[name])));
  const isCut = process.stdout.isTTY && options.columns === undefined;
  const width = isCut ? process.stdout.columns : Number.POSITIVE_INFINITY;
  printView({ json: records, text: records.length === 0 ? 'none' : cellTable(names, rows, width) }, options);
  if (!isCut || options.json !== undefined) return;
  const { left } = fittingColumns(names, rows, width);
  if (left.length > 0) remark(`Columns that do not fit: ${left.join(', ')}. See --columns and --json.`);
}

function columnsOf(all: readonly string[], { columns }: TableOptions): readonly string[] {
  const unknown = columns?.find((name) => !all.includes(name));
  if (unknown === undefined) return columns ?? all;
  throw new CliError('usage', `There is no column ${unknown}: name some of ${all.join(', ')}`);
}

function cell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
