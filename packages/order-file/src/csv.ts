import papaparse from 'papaparse';
import type { TableRow, TableRows } from './order-table.js';

/**
 * Reads the rows of a CSV text (RFC 4180) with any kind of line end, or of a text whose values are separated by tabs, as
 * spreadsheets save Unicode texts. Leaves out empty rows.
 *
 * @param mostRows reading stops after this many rows
 */
export function readCsv(text: string, mostRows = Number.POSITIVE_INFINITY): TableRows {
  const rows: TableRow[] = [];
  const brokenLines = new Set<number>();
  // The library expects the same kind of line end in the whole text.
  const source = text.replace(/\r\n?/g, '\n');
  let [line, begin] = [1, 0];
  let isTooLong = false;
  papaparse.parse<readonly string[]>(source, {
    delimiter: delimiterOf(source),
    newline: '\n',
    step: ({ data: cells, errors, meta: { cursor } }, parser) => {
      if (errors.length > 0) brokenLines.add(line);
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      line += lineEndsIn(source, begin, cursor);
      begin = cursor;
      if (rows.length <= mostRows) return;
      isTooLong = true;
      rows.pop();
      parser.abort();
    },
  });
  return { rows, brokenLines: [...brokenLines], isTooLong };
}

/**
 * Returns one row as a CSV text for spreadsheets. The text begins with a byte order mark, because without it
 * spreadsheets do not show Japanese correctly.
 */
export function csvOf(cells: readonly string[]): string {
  return `\uFEFF${papaparse.unparse([[...cells]], { newline: '\r\n' })}\r\n`;
}

/** The headings contain neither commas nor tabs. */
function delimiterOf(text: string): ',' | '\t' {
  const head = text.slice(0, 10_000).split('\n', 1)[0] ?? '';
  return head.includes('\t') && !head.includes(',') ? '\t' : ',';
}

function lineEndsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
