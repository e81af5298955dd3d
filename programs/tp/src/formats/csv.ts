import { csvRow } from '@trading-platform/domain-types';
import type { RecordTable } from '../tables/record-tables.js';
import { parseRecord } from './json-formats.js';
import type { RecordFormat } from './record-format.js';

const byteOrderMark = '\ufeff';

export interface CsvOptions {
  /** Begins with a byte order mark, by which Excel knows UTF-8. */
  readonly withMark?: boolean;
  /** Leaves texts as they are that a spreadsheet would take for a formula. */
  readonly isExact?: boolean;
}

/** A table as RFC 4180 has it: UTF-8, CRLF, a header row. */
export function csv(table: RecordTable, { withMark = false, isExact = false }: CsvOptions): RecordFormat {
  return {
    head: (withMark ? byteOrderMark : '') + csvRow(table.columns.map(({ name }) => name)),
    tail: '',
    encode: (text) =>
      Buffer.from(
        table
          .rowsOf(parseRecord(text))
          .map((row) => csvRow(row, isExact))
          .join(''),
      ),
  };
}
