/** One row of a file: its values, and the line of the file at which it begins, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly values: readonly string[];
}

/** A quote that is never closed, or text behind one that is. */
export class CsvDefect extends Error {
  override readonly name = 'CsvDefect';

  constructor(readonly line: number) {
    super(`Line ${line} has quotes that do not match`);
  }
}

const value = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/**
 * The rows of a table as RFC 4180 has it, with any line end, without those that are empty.
 *
 * @throws CsvDefect
 */
export function readCsv(file: string): readonly CsvRow[] {
  const text = file.replace(/^\ufeff/, '');
  const rows: CsvRow[] = [];
  let [at, line, begin, values] = [0, 1, 1, [] as string[]];
  while (at < text.length || values.length > 0) {
    value.lastIndex = at;
    const match = value.exec(text);
    if (match === null) throw new CsvDefect(line);
    const [whole, quoted, plain = '', end] = match;
    values.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    at = value.lastIndex;
    if (end === ',') continue;
    if (values.some((each) => each !== '')) rows.push({ line: begin, values });
    values = [];
    begin = line;
  }
  return rows;
}
