import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import type { Schema } from './database.js';
import { schemaOptions } from './migrations.js';

/** TypeORM on a pool that is open already. TypeORM is loaded only here: most processes never need it. */
export async function openPostgresDataSource(pool: pg.Pool, schemas: readonly Schema[]): Promise<DataSource> {
  const { DataSource } = await import('typeorm');
  const dataSource = new DataSource({
    type: 'postgres',
    driver: {
      ...pg,
      native: undefined,
      // TypeORM calls it with `new`, to connect.
      Pool: function connect() {
        return pool;
      },
    },
    ...schemaOptions('postgres', schemas),
  });
  return dataSource.initialize();
}

/** Runs the migrations that are missing, all or none. Answers their names. */
export async function runMigrations(dataSource: DataSource): Promise<string[]> {
  const { MigrationExecutor } = await import('typeorm');
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'all';
      return (await executor.executePendingMigrations()).map(({ name }) => name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migration]);
      await runner.query('RESET statement_timeout');
    }
  } finally {
    await runner.release();
  }
}

/** TypeORM's manager on a connection that is in a transaction. It must not be released: the connection is not its own. */
export function boundManager(dataSource: DataSource, client: pg.ClientBase): EntityManager {
  const runner = dataSource.createQueryRunner();
  return Object.assign(runner, { databaseConnection: client, isTransactionActive: true, transactionDepth: 1 }).manager;
}
