import papaparse from 'papaparse';

/** One row of a CSV file. The line of the file on which the row begins is counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV text, and the numbers of the lines that are not valid CSV. */
export interface CsvText {
  readonly rows: readonly CsvRow[];
  /** The lines on which a quote is not closed correctly. */
  readonly brokenLines: readonly number[];
}

/** Reads the rows of a CSV text (RFC 4180), with any kind of line end. Leaves out empty rows. */
export function readCsv(text: string): CsvText {
  const rows: CsvRow[] = [];
  const brokenLines = new Set<number>();
  // The library expects the same kind of line end in the whole text.
  const source = text.replace(/\r\n?/g, '\n');
  let [line, begin] = [1, 0];
  papaparse.parse<readonly string[]>(source, {
    delimiter: ',',
    newline: '\n',
    step: ({ data: cells, errors, meta: { cursor } }) => {
      if (errors.length > 0) brokenLines.add(line);
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      line += lineEndsIn(source, begin, cursor);
      begin = cursor;
    },
  });
  return { rows, brokenLines: [...brokenLines] };
}

/**
 * Returns one row as a CSV text for spreadsheets. The text begins with a byte order mark, because without it
 * spreadsheets do not show Japanese correctly.
 */
export function csvOf(cells: readonly string[]): string {
  return `\uFEFF${papaparse.unparse([[...cells]], { newline: '\r\n' })}\r\n`;
}

function lineEndsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
