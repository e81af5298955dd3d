import { CliError } from '@trading-platform/terminal';
import type { ColumnType } from '../../tables/column-type.js';

export type Cell = string | number | null;

export interface WrittenColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns of a table that rows are written to, and the first of them, by which rows are told apart. */
export interface WrittenTable {
  readonly name: string;
  readonly columns: readonly WrittenColumn[];
  readonly primaryKey: readonly string[];
}

/** A table with rows of records. */
export interface RecordRowsTable {
  readonly written: WrittenTable;
  /** The columns that tell the record. */
  readonly recordKey: readonly string[];
  /** Whether it has one row for each record: a row replaces the one before. Else those that the record had are deleted first. */
  readonly isHeader: boolean;
}

/** The rows that a record has. */
export interface RecordRows {
  readonly key: readonly string[];
  /** By table, in the order of the tables. */
  readonly rows: readonly (readonly (readonly Cell[])[])[];
}

/** A database, as far as copies need one: a connection of its own, on which one thing happens after the other. */
export interface MirrorDatabase {
  /** The type of a column, in the words of the database. */
  readonly types: Readonly<Record<ColumnType, string>>;
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
  /** Adds a row in place of the one with the same primary key. */
  writeRow(table: WrittenTable, row: readonly Cell[]): Promise<void>;
  /**
   * Adds records, one after the other, in place of those with the same key. A table is the same object each time.
   *
   * @throws RefusedRow
   */
  writeRecords(tables: readonly RecordRowsTable[], records: Iterable<RecordRows>): Promise<void>;
  /** Deletes the rows with these values of some columns; answers how many there were. */
  deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number>;
  /** Deletes the rows in which a column has another value; answers how many there were. */
  deleteOthers(table: string, column: string, value: number): Promise<number>;
  close(): Promise<void>;
}

/** The database does not take a row for what is in it. */
export class RefusedRow extends CliError {
  constructor(message: string, options: ErrorOptions) {
    super('refused', message, options);
  }
}

/** What a row becomes that is there already, behind `ON CONFLICT`. */
export function conflictClause({ columns, primaryKey }: WrittenTable): string {
  const others = columns.filter(({ name }) => !primaryKey.includes(name));
  const changes = others.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ');
  return `ON CONFLICT (${primaryKey.map(quoted).join(', ')}) DO ${changes === '' ? 'NOTHING' : `UPDATE SET ${changes}`}`;
}

/** A name as both databases take it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
