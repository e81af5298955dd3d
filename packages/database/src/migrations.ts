import type { Schema, Sql } from './database.js';
import { type Dialect, ofDialect } from './per-dialect.js';

/** Migration names are unique across packages, so packages that share a database share the table. */
export const migrationsTable = 'schema_migration';

/** @param sql where the table of migrations exists; nothing where it does not */
export async function pendingMigrations(
  dialect: Dialect,
  schemas: readonly Schema[],
  sql: Sql | undefined,
): Promise<string[]> {
  const rows = sql === undefined ? [] : await sql.query<{ name: string }>(`SELECT name FROM ${migrationsTable}`);
  const executed = new Set(rows.map(({ name }) => name));
  return schemas.flatMap((schema) => migrationNames(schema, dialect)).filter((name) => !executed.has(name));
}

/** Names of all migrations of a schema, in order, as they stand in the table of migrations. */
export function migrationNames({ migrations }: Schema, dialect: Dialect): string[] {
  return ofDialect(migrations, dialect).map((Migration) => new Migration().name ?? Migration.name);
}
