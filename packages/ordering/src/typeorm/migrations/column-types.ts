import type { QueryRunner } from 'typeorm';

/** Column types whose names differ between the databases. Texts compare by their bytes on both. */
export interface ColumnTypes {
  readonly text: string;
  readonly bytes: string;
  /** A whole number that is the primary key; on SQLite the row's own number. */
  readonly rowId: string;
  /** What follows a table's columns where its rows live in the primary key. */
  readonly clustered: string;
}

const sqlite: ColumnTypes = { text: 'TEXT', bytes: 'BLOB', rowId: 'INTEGER', clustered: 'WITHOUT ROWID' };
const postgres: ColumnTypes = { text: 'TEXT COLLATE "C"', bytes: 'BYTEA', rowId: 'BIGINT', clustered: '' };

export function columnTypes(runner: QueryRunner): ColumnTypes {
  return isPostgres(runner) ? postgres : sqlite;
}

/** Rendered records are read whole and are compressed on their way out, so the database keeps them as they are. */
export async function keepUncompressed(runner: QueryRunner, table: string): Promise<void> {
  if (isPostgres(runner)) await runner.query(`ALTER TABLE ${table} ALTER COLUMN body SET STORAGE EXTERNAL`);
}

function isPostgres(runner: QueryRunner): boolean {
  return runner.dataSource.options.type === 'postgres';
}
