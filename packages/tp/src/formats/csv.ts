import type { RecordTable, Row } from '../tables/record-tables.js';
import { parseRecord } from './json-formats.js';
import type { RecordFormat } from './record-format.js';

const endOfRow = '\r\n';
const byteOrderMark = '\ufeff';

/**
 * A table as RFC 4180 has it: UTF-8, CRLF, a header row, quotes where a value has a comma, a quote, a line break, or space at an end.
 * Values stand as they are, also those that a spreadsheet would take for a formula.
 *
 * @param withMark begins with a byte order mark, by which Excel knows UTF-8
 */
export function csv(table: RecordTable, withMark: boolean): RecordFormat {
  return {
    head: (withMark ? byteOrderMark : '') + csvRow(table.columns.map(({ name }) => name)),
    tail: '',
    encode: (text) => Buffer.from(table.rowsOf(parseRecord(text)).map(csvRow).join('')),
  };
}

/** One row with its line end. A row of one empty value is quoted, or it would be an empty line. */
export function csvRow(row: Row): string {
  if (row.length === 1 && row[0] === '') return `""${endOfRow}`;
  return row.map(csvValue).join(',') + endOfRow;
}

function csvValue(value: string | number): string {
  const text = String(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
