import { createRequire } from 'node:module';
import { type Database, type Sql, withDatabase } from '@trading-platform/database';
import { loadPgBoss } from './load-pg-boss.js';

/** The names of the queues that the engine uses in pg-boss. */
export const pgBossQueues = {
  waiting: 'batch-waiting',
  failed: 'batch-failed',
  housekeeping: 'batch-housekeeping',
} as const;

/** The default name of the schema that contains the tables of pg-boss. */
export const defaultPgBossSchema = 'batch_queue';

/** The location of the tables of pg-boss. */
export interface PgBossTablesOptions {
  /** The address of the database of the batches: `postgres://…`. */
  readonly address: string;
  /** The schema that contains the tables of pg-boss (default: `batch_queue`). */
  readonly schema?: string;
}

/**
 * Returns the missing parts of the database: the schema for this version of pg-boss, for example `pg-boss 43`, and the queues of
 * the engine.
 *
 * @throws MissingPackageError when pg-boss is not installed
 */
export async function missingPgBossTables(options: PgBossTablesOptions): Promise<string[]> {
  await loadPgBoss();
  return withTables(options, missingTables);
}

/** @param schema a name without quotes */
async function missingTables(sql: Sql, schema: string): Promise<string[]> {
  const needed = neededSchema();
  const [found] = await sql.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'version') AS known`,
    [schema],
  );
  const all = [`pg-boss ${needed}`, ...Object.values(pgBossQueues).map((name) => `queue ${name}`)];
  if (found?.known !== true) return all;
  const versions = await sql.query<{ version: number }>(`SELECT version FROM ${schema}.version`);
  const queues = await sql.query<{ name: string }>(`SELECT name FROM ${schema}.queue`);
  const present = new Set([
    ...versions.filter(({ version }) => version >= needed).map(() => `pg-boss ${needed}`),
    ...queues.map(({ name }) => `queue ${name}`),
  ]);
  return all.filter((name) => !present.has(name));
}

/** Reads, from the package file of pg-boss, the number of the schema that the installed version needs. */
function neededSchema(): number {
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };
  return pgboss.schema;
}

/** @param work receives a database and the name of the schema */
export function withTables<T>(
  { address, schema = defaultPgBossSchema }: PgBossTablesOptions,
  work: (database: Database, schema: string) => Promise<T>,
): Promise<T> {
  const options = { address, schemas: [], poolSize: 1, applicationName: 'batch-queue' };
  return withDatabase(options, (database) => work(database, schema));
}
