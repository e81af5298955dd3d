import type { ColumnType } from '../../tables/column-type.js';

export type Cell = string | number | null;

/** The columns of a table that rows are written to, and the first of them, by which rows are told apart. */
export interface WrittenTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
}

/** A database, as far as copies need one: a connection of its own, on which one thing happens after the other. */
export interface MirrorDatabase {
  /** The type of a column, in the words of the database. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Records whose rows are best written together: memory holds so many of them, parsed. */
  readonly recordsAtOnce: number;
  /** What a copy has for itself: a file with nothing else in it, or tables of a schema in which others may be too. */
  readonly home: 'file' | 'schema';
  /** The names of all tables and views, sorted. */
  tableNames(): Promise<readonly string[]>;
  /** Whether there is a table of that name. */
  hasTable(name: string): Promise<boolean>;
  hasColumn(table: string, column: string): Promise<boolean>;
  /** Runs statements without values. */
  execute(sql: string): Promise<void>;
  /** Placeholders are `?1`, `?2`, …. */
  query(sql: string, values: readonly Cell[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** All that is done within is there together, or not at all. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Adds rows; those with the same primary key are replaced. */
  write(table: WrittenTable, rows: readonly (readonly Cell[])[]): Promise<void>;
  /** Deletes the rows with these values of some columns; answers how many there were. */
  deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number>;
  /** Deletes the rows in which a column has another value; answers how many there were. */
  deleteOthers(table: string, column: string, value: number): Promise<number>;
  close(): Promise<void>;
}

/** A name as both databases take it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
