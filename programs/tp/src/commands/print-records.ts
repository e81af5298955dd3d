import { print } from '@trading-platform/terminal';
import { cellTable } from '../downloads/cell-table.js';

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Prints records as JSON or as a table. A terminal gets only the columns that fit. A pipe or a file gets all columns.
 */
export function printRecords(records: readonly object[], asJson: boolean): void {
  const names = Object.keys(records[0] ?? {});
  const rows = records.map((record) => names.map((name) => cell((record as Record<string, unknown>)[name])));
  const width = process.stdout.isTTY ? process.stdout.columns : unlimited;
  print({ json: records, text: records.length === 0 ? 'none' : cellTable(names, rows, width) }, asJson);
}

function cell(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
