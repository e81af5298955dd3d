import type { Row } from '@trading-platform/domain-types/tables';
import { textWidth } from '@trading-platform/terminal';

const gap = '  ';
const widestCell = 40;

interface Column {
  readonly name: string;
  readonly cells: readonly string[];
  readonly width: number;
}

/** The columns that have values: those that fit into `width`, and the names of the others. */
export function fittingColumns(
  names: readonly string[],
  rows: readonly Row[],
  width: number,
): { readonly fitting: readonly Column[]; readonly left: readonly string[] } {
  const columns = names
    .map((name, index) => ({ name, cells: rows.map((row) => cellText(row[index])) }))
    .filter(({ cells }) => rows.length === 0 || cells.some((cell) => cell !== ''))
    .map(({ name, cells }) => ({ name, cells, width: Math.max(textWidth(name), ...cells.map(textWidth)) }));
  let left = width + gap.length;
  const { fitting = [], others = [] } = Object.groupBy(columns, (column) => {
    const isFitting = column.width + gap.length <= left;
    if (isFitting) left -= column.width + gap.length;
    return isFitting ? 'fitting' : 'others';
  });
  return { fitting, left: others.map(({ name }) => name) };
}

/** A table of those columns that have values and fit into `width`. */
export function cellTable(names: readonly string[], rows: readonly Row[], width: number): string {
  const { fitting } = fittingColumns(names, rows, width);
  const line = (cell: (column: Column) => string) =>
    fitting
      .map((column) => padded(cell(column), column.width))
      .join(gap)
      .trimEnd();
  return [line(({ name }) => name.toUpperCase()), ...rows.map((_, row) => line(({ cells }) => cells[row] ?? ''))].join(
    '\n',
  );
}

function cellText(value: string | number | undefined): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
