import type { Row } from '../tables/record-tables.js';

const gap = '  ';
const widestCell = 40;

/** A table of those columns that have values and fit into `width`. */
export function cellTable(names: readonly string[], rows: readonly Row[], width: number): string {
  const columns = names
    .map((name, index) => ({ name, cells: rows.map((row) => cellText(row[index])) }))
    .filter(({ cells }) => rows.length === 0 || cells.some((cell) => cell !== ''))
    .map(({ name, cells }) => ({
      name: name.toUpperCase(),
      cells,
      width: Math.max(textWidth(name), ...cells.map(textWidth)),
    }));
  let left = width;
  const fitting = columns.filter((column) => {
    left -= column.width + gap.length;
    return left >= 0;
  });
  const line = (cell: (column: (typeof fitting)[number]) => string) =>
    fitting
      .map((column) => padded(cell(column), column.width))
      .join(gap)
      .trimEnd();
  return [line(({ name }) => name), ...rows.map((_, row) => line(({ cells }) => cells[row] ?? ''))].join('\n');
}

function cellText(value: string | number | undefined): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** The width of a text on a terminal. A Japanese character is twice as wide as an ASCII character. */
export function textWidth(text: string): number {
  let places = 0;
  for (const character of text)
    places += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
  return places;
}
