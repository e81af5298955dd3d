import type { Logger } from 'typeorm';
import type { Dialect, Schema, Sql } from './database.js';

/** Migration names are unique across packages, so packages that share a database share the table. */
export const migrationsTable = 'schema_migration';

const ignore = () => undefined;

/** Whatever fails is thrown as well; a package does not write to the console. */
const silent: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** The part of TypeORM's options that comes from the packages. Tables are only ever made by migrations. */
export function schemaOptions(dialect: Dialect, schemas: readonly Schema[]) {
  return {
    entities: schemas.flatMap(({ entities }) => [...entities]),
    migrations: schemas.flatMap(({ migrations }) => [...migrations[dialect]]),
    migrationsTableName: migrationsTable,
    synchronize: false,
    logging: false as const,
    logger: silent,
  };
}

/** @param sql where the table of migrations exists; nothing where it does not */
export async function pendingMigrations(
  dialect: Dialect,
  schemas: readonly Schema[],
  sql: Sql | undefined,
): Promise<string[]> {
  const rows = sql === undefined ? [] : await sql.query<{ name: string }>(`SELECT name FROM ${migrationsTable}`);
  const executed = new Set(rows.map(({ name }) => name));
  return schemas
    .flatMap(({ migrations }) => migrations[dialect].map((Migration) => new Migration().name ?? Migration.name))
    .filter((name) => !executed.has(name));
}
