import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { copyBinary } from './copy-binary.js';
import type { BinaryRow, Database, Schema, SqlValue, Transaction, TransactionOptions } from './database.js';
import { toLiteralSql } from './literal-sql.js';
import { migrationsTable, pendingMigrations, schemaOptions } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database.js';

const attemptsAtMost = 5;
const retryMs = 20;
/** Any fixed number; all processes that migrate one database wait for each other on it. */
const migrationLock = 7_203_115;

/** @see openDatabase */
export async function openPostgres(url: string, options: OpenDatabaseOptions): Promise<Database> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    poolSize: options.poolSize ?? 10,
    ...(options.applicationName === undefined ? {} : { applicationName: options.applicationName }),
    connectTimeoutMS: 5_000,
    extra: {
      statement_timeout: options.statementTimeoutMs ?? 10_000,
      idle_in_transaction_session_timeout: 60_000,
      types: { getTypeParser },
    },
    ...schemaOptions('postgres', options.schemas),
  });
  await dataSource.initialize();
  return new PostgresDatabase(dataSource, options.schemas);
}

/** `bigint` columns hold epoch milliseconds and row numbers: plain numbers, as on SQLite. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly #dataSource: DataSource;
  readonly #schemas: readonly Schema[];

  constructor(dataSource: DataSource, schemas: readonly Schema[]) {
    this.#dataSource = dataSource;
    this.#schemas = schemas;
  }

  query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#withRunner((runner) => postgresTransaction(runner).query<Row>(sql, values));
  }

  execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#withRunner((runner) => postgresTransaction(runner).execute(sql, values));
  }

  async *readBinary(sql: string, values: readonly SqlValue[] = []): AsyncGenerator<readonly BinaryRow[]> {
    const runner = this.#dataSource.createQueryRunner();
    try {
      yield* readBinary(runner, sql, values);
    } finally {
      await runner.release();
    }
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#withRunner((runner) => runInTransaction(runner, work, options));
      } catch (error) {
        if (!isRepeatable(error) || attempt === attemptsAtMost) throw error;
        await sleep(retryMs * attempt * Math.random());
      }
    }
  }

  migrate(): Promise<string[]> {
    return this.#withRunner(async (runner) => {
      await runner.query('SET statement_timeout = 0');
      await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
      try {
        const executor = new MigrationExecutor(this.#dataSource, runner);
        executor.transaction = 'all';
        return (await executor.executePendingMigrations()).map(({ name }) => name);
      } finally {
        await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
        await runner.query('RESET statement_timeout');
      }
    });
  }

  async pendingMigrations(): Promise<string[]> {
    const [row] = await this.query<{ known: boolean }>('SELECT to_regclass($1) IS NOT NULL AS known', [
      migrationsTable,
    ]);
    return pendingMigrations('postgres', this.#schemas, row?.known === true ? this : undefined);
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.#dataSource.isInitialized) await this.#dataSource.destroy();
  }

  async #withRunner<T>(use: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.#dataSource.createQueryRunner();
    try {
      return await use(runner);
    } finally {
      await runner.release();
    }
  }
}

async function runInTransaction<T>(
  runner: QueryRunner,
  work: (transaction: Transaction) => Promise<T>,
  { durable = true }: TransactionOptions,
): Promise<T> {
  await runner.startTransaction();
  try {
    if (!durable) await runner.query('SET LOCAL synchronous_commit = off');
    const result = await work(postgresTransaction(runner));
    await runner.commitTransaction();
    return result;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

function postgresTransaction(runner: QueryRunner): Transaction {
  return {
    dialect: 'postgres',
    manager: () => Promise.resolve(runner.manager),
    async query<Row>(sql: string, values: readonly SqlValue[] = []) {
      return (await runner.query(sql, [...values], true)).records as Row[];
    },
    async execute(sql, values = []) {
      return (await runner.query(sql, [...values], true)).affected ?? 0;
    },
    readBinary: (sql, values = []) => readBinary(runner, sql, values),
  };
}

async function* readBinary(runner: QueryRunner, sql: string, values: readonly SqlValue[]) {
  const client = (await runner.connect()) as pg.ClientBase;
  yield* copyBinary(client, toLiteralSql(sql, values));
}

/** Serialisation failure and deadlock: the same work may succeed when repeated. */
function isRepeatable(error: unknown): boolean {
  const code = (error as { driverError?: { code?: unknown } }).driverError?.code;
  return code === '40001' || code === '40P01';
}
