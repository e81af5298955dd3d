import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { copyBinary } from './copy-binary.js';
import type { BinaryRow, Database, Schema, SqlValue, Transaction, TransactionOptions } from './database.js';
import { errorCodes } from './error-codes.js';
import { toLiteralSql } from './literal-sql.js';
import { migrationsTable, pendingMigrations } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database.js';
import { boundManager, openPostgresDataSource, runMigrations } from './postgres-data-source.js';
import { PostgresStatements } from './postgres-statements.js';
import { requireSupportedServer } from './postgres-version.js';
import { PreparedNames } from './prepared-names.js';

const attemptsAtMost = 5;
const retryMs = 20;

/** @see openDatabase */
export async function openPostgres(url: string, options: OpenDatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    ...(options.applicationName === undefined ? {} : { application_name: options.applicationName }),
    connectionTimeoutMillis: 5_000,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 60_000,
    types: { getTypeParser },
  });
  // A connection that is lost is replaced, and whoever uses it is told by the statement under way.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = new PostgresDatabase(pool, options.schemas);
  try {
    await requireSupportedServer(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** `bigint` columns hold epoch milliseconds and row numbers: plain numbers, as on SQLite. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

class PostgresDatabase implements Database {
  readonly dialect = 'postgres';
  readonly #pool: pg.Pool;
  readonly #schemas: readonly Schema[];
  readonly #names = new PreparedNames();
  readonly #statements: PostgresStatements;
  #dataSource: Promise<DataSource> | undefined;

  constructor(pool: pg.Pool, schemas: readonly Schema[]) {
    this.#pool = pool;
    this.#schemas = schemas;
    this.#statements = new PostgresStatements(pool, this.#names);
  }

  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#statements.query<Row>(sql, values);
  }

  execute(sql: string, values?: readonly SqlValue[]): Promise<number> {
    return this.#statements.execute(sql, values);
  }

  async *readBinary(sql: string, values: readonly SqlValue[] = []): AsyncGenerator<readonly BinaryRow[]> {
    const client = await this.#pool.connect();
    try {
      yield* copyBinary(client, toLiteralSql(sql, values));
    } finally {
      client.release();
    }
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runInTransaction(work, options);
      } catch (error) {
        if (!isRepeatable(error) || attempt === attemptsAtMost) throw error;
        await sleep(retryMs * attempt * Math.random());
      }
    }
  }

  async migrate(): Promise<string[]> {
    if ((await this.pendingMigrations()).length === 0) return [];
    return runMigrations(await this.#openDataSource());
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
    if (!this.#pool.ending) await this.#pool.end();
  }

  #openDataSource(): Promise<DataSource> {
    this.#dataSource ??= openPostgresDataSource(this.#pool, this.#schemas);
    return this.#dataSource;
  }

  async #runInTransaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    { durable = true }: TransactionOptions,
  ): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      await client.query(durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off');
      const result = await work(new PostgresTransaction(client, this.#names, () => this.#openDataSource()));
      await commit(client);
      return result;
    } catch (error) {
      broken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

class PostgresTransaction extends PostgresStatements implements Transaction {
  readonly dialect = 'postgres';
  readonly #client: pg.ClientBase;
  readonly #openDataSource: () => Promise<DataSource>;

  constructor(client: pg.ClientBase, names: PreparedNames, openDataSource: () => Promise<DataSource>) {
    super(client, names);
    this.#client = client;
    this.#openDataSource = openDataSource;
  }

  async manager(): Promise<EntityManager> {
    return boundManager(await this.#openDataSource(), this.#client);
  }

  readBinary(sql: string, values: readonly SqlValue[] = []): AsyncGenerator<readonly BinaryRow[]> {
    return copyBinary(this.#client, toLiteralSql(sql, values));
  }
}

/** PostgreSQL answers the commit of a transaction in which a statement has failed with a rollback, and no error. */
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement in it had failed');
}

/** Serialisation failure and deadlock: the same work may succeed when repeated. */
function isRepeatable(error: unknown): boolean {
  return errorCodes(error).some((code) => code === '40001' || code === '40P01');
}
