/** One row of a table. */
export interface TableRow {
  /** The line of the file on which the row begins, from 1. In a workbook this is the number of the row. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A value that a spreadsheet has not kept as the user typed it. */
export interface LostCell {
  readonly kind: 'cell-error' | 'digits';
  readonly line: number;
  /** The index of the cell in its row, from 0. */
  readonly cell: number;
}

/** The rows of a table, and its defects. */
export interface TableRows {
  readonly rows: readonly TableRow[];
  /** The lines on which a quote is not closed correctly. */
  readonly brokenLines: readonly number[];
  /** Whether reading stopped because the table has more rows than an upload can have lines. */
  readonly isTooLong: boolean;
}

/** The maximum number of columns that are read. */
export const mostColumns = 256;
