/** One row of a CSV file, and the line of the file on which it begins, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a CSV text (RFC 4180): quotes, commas and line ends in quotes, a byte order mark, any line end. Rows that are empty are
 * left out.
 */
export function readCsv(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let beginsAt = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((value) => value !== '')) rows.push({ line: beginsAt, cells });
    cells = [];
    cell = '';
  };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] as string;
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      endRow();
      beginsAt = line;
    } else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}

/** A CSV text that spreadsheets open: with a byte order mark, because without it they do not read Japanese. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
