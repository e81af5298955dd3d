import type { Schema, Sql } from './database.js';
import { type Dialect, ofDialect } from './per-dialect.js';
import { tableOf } from './table.js';

/** The names of migrations are unique across packages, so packages that share a database can share this table. */
export const migrationsTable = 'schema_migration';

const tablesOf: Readonly<Record<Dialect, string>> = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))',
};

/** Thrown if a database has tables of a schema that were not created by a migration of this schema. */
export class UnreleasedTablesError extends Error {
  override readonly name = 'UnreleasedTablesError';
  readonly code = 'unreleased-tables';

  constructor(readonly table: string) {
    super(
      `The table ${table} was made by a working copy from before the first release; give an empty database instead, and load the data again`,
    );
  }
}

/**
 * Returns the names of the migrations that have not run yet, in their order.
 *
 * @throws UnreleasedTablesError
 */
export async function pendingMigrations(database: Sql, schemas: readonly Schema[]): Promise<string[]> {
  // The tables are read before the migrations. Every table that is found therefore has its migration, even if another process is
  // migrating.
  const tables = await readNames(database, tablesOf[database.dialect]);
  const executed = tables.has(migrationsTable)
    ? await readNames(database, `SELECT name FROM ${migrationsTable}`)
    : new Set<string>();
  const pending = schemas.flatMap((schema) => {
    const names = migrationNames(schema, database.dialect);
    if (names[0] !== undefined && !executed.has(names[0])) refuseTables(schema, database.dialect, tables);
    return names.filter((name) => !executed.has(name));
  });
  return inOrderOfTime(pending);
}

/** Sorts names of migrations of several schemas as TypeORM does, which runs them in the order of their times. */
export function inOrderOfTime(names: readonly string[]): string[] {
  return names.toSorted((one, other) => timeOf(one) - timeOf(other));
}

/** The name of each migration ends with 13 digits of milliseconds. */
function timeOf(name: string): number {
  return Number(name.slice(-13));
}

async function readNames(database: Sql, sql: string): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(sql);
  return new Set(rows.map(({ name }) => name));
}

function refuseTables({ entities }: Schema, dialect: Dialect, tables: ReadonlySet<string>): void {
  const found = ofDialect(entities, dialect).find((entity) => tables.has(tableOf(entity).name));
  if (found !== undefined) throw new UnreleasedTablesError(tableOf(found).name);
}

/** Returns the names of all migrations of a schema, in their order, as they are stored in the table of migrations. */
export function migrationNames({ migrations }: Schema, dialect: Dialect): string[] {
  return ofDialect(migrations, dialect).map((Migration) => new Migration().name ?? Migration.name);
}
