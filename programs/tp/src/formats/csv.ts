import { csvRow } from '@trading-platform/domain-types';
import type { RecordTable } from '@trading-platform/domain-types/tables';
import { parseRecord } from './json-formats.js';
import type { RecordFormat } from './record-format.js';

const byteOrderMark = '\ufeff';

export interface CsvOptions {
  /** The file begins with a byte order mark, so that Excel recognizes UTF-8. */
  readonly withMark?: boolean;
  /** Leaves texts unchanged even if a spreadsheet would run them as formulas. */
  readonly isExact?: boolean;
}

/** CSV as in RFC 4180: UTF-8, CRLF, a header row. */
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
