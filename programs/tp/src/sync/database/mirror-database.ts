import type { ColumnType } from '@trading-platform/domain-types/tables';
import { CliError } from '@trading-platform/terminal';

export type Cell = string | number | null;

export interface WrittenColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A table to write. The columns of its key come first. */
export interface WrittenTable {
  readonly name: string;
  readonly columns: readonly WrittenColumn[];
  readonly primaryKey: readonly string[];
}

/** A table with rows of records. */
export interface RecordRowsTable {
  readonly written: WrittenTable;
  /** The columns that identify the record. */
  readonly recordKey: readonly string[];
  /**
   * Whether each record has one row. If so, a row replaces the earlier row. Otherwise all rows of the record are
   * deleted first.
   */
  readonly isHeader: boolean;
}

/** The rows of a record. */
export interface RecordRows {
  readonly key: readonly string[];
  /** One list of rows for each table, in the order of the tables. */
  readonly rows: readonly (readonly (readonly Cell[])[])[];
}

/**
 * The operations that a copy needs from its database. The database is used through a separate connection, and runs one
 * operation at a time.
 */
export interface MirrorDatabase {
  /** The database's name of each column type. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** The part of the database that belongs to a copy: a whole file, or a schema that may contain other tables. */
  readonly home: 'file' | 'schema';
  /** The names of all tables and views, sorted. */
  tableNames(): Promise<readonly string[]>;
  hasTable(name: string): Promise<boolean>;
  hasColumn(table: string, column: string): Promise<boolean>;
  /** Runs statements without values. */
  execute(sql: string): Promise<void>;
  /** Placeholders are `?1`, `?2`, …. */
  query(sql: string, values: readonly Cell[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Commits all changes of `work` together, or none. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Inserts a row, or replaces the row with the same primary key. */
  writeRow(table: WrittenTable, row: readonly Cell[]): Promise<void>;
  /**
   * Inserts records one by one. A record replaces an existing record with the same key. Callers pass the same table
   * objects each time.
   *
   * @throws RefusedRow
   */
  writeRecords(tables: readonly RecordRowsTable[], records: Iterable<RecordRows>): Promise<void>;
  /** Deletes the rows whose columns contain one of these keys. Returns the number of deleted rows. */
  deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number>;
  /** Deletes the rows that have another value in this column. Returns the number of deleted rows. */
  deleteOthers(table: string, column: string, value: number): Promise<number>;
  close(): Promise<void>;
}

/** The database refuses a row because of its content. */
export class RefusedRow extends CliError {
  constructor(message: string, options: ErrorOptions) {
    super('refused', message, options);
  }
}

/** The `ON CONFLICT` clause with which a row replaces an existing row. */
export function conflictClause({ columns, primaryKey }: WrittenTable): string {
  const others = columns.filter(({ name }) => !primaryKey.includes(name));
  const changes = others.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ');
  return `ON CONFLICT (${primaryKey.map(quoted).join(', ')}) DO ${changes === '' ? 'NOTHING' : `UPDATE SET ${changes}`}`;
}

/** A quoted name, in the syntax of both databases. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
