import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { AnswerDeadline, answerWithinMs } from './answer-deadline.js';
import { copyBinary } from './copy-binary.js';
import { openDataSource } from './data-source.js';
import {
  type BinaryRow,
  Database,
  type DatabaseUse,
  type Listening,
  type Schema,
  type SqlValue,
  type Transaction,
  type TransactionOptions,
} from './database.js';
import { DatabaseAddressError, parseDatabaseAddress } from './database-address.js';
import { errorCodes } from './error-codes.js';
import { HangingCommits } from './hanging-commits.js';
import { LendingPool } from './lending-pool.js';
import { Listenings } from './listenings.js';
import { toLiteralSql } from './literal-sql.js';
import { pendingMigrations } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database-options.js';
import { PatientPool } from './patient-pool.js';
import { postgresConnection } from './postgres-connection.js';
import { isPooled, readPostgresHosts } from './postgres-hosts.js';
import { type ListeningConfig, PostgresListening } from './postgres-listening.js';
import { migratePostgres } from './postgres-migrations.js';
import { PostgresStatements } from './postgres-statements.js';
import { requireSupportedServer } from './postgres-version.js';
import { PreparedNames } from './prepared-names.js';

const defaultTimeoutMs = 10_000;
const attemptsAtMost = 5;
const retryMs = 20;

/** @see openDatabase */
export async function openPostgres(url: string, options: OpenDatabaseOptions): Promise<Database> {
  const { statementTimeoutMs = defaultTimeoutMs } = options;
  const connection = postgresConnection(url, answerWithinMs(statementTimeoutMs));
  const pooled = isPooled(readPostgresHosts(url) ?? []);
  const listenTo = whereToListen(url, pooled, { ...options, statementTimeoutMs });
  const pool = new PatientPool({
    ...connection,
    max: options.poolSize ?? 10,
    ...(options.applicationName === undefined ? {} : { application_name: options.applicationName }),
    connectionTimeoutMillis: 5_000,
    // For a pooler, these settings are omitted, because PgBouncer refuses connections that begin with them.
    ...(pooled ? {} : { ...limitsOf(options), ...settingsOf(options) }),
    types: { getTypeParser },
  });
  // If a connection is lost, it is replaced, and its running statement fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lending = new LendingPool(pool);
  try {
    await requireSupportedServer(pool);
    const dataSource = await openDataSource('postgres', options.schemas, {
      type: 'postgres',
      driver: {
        ...pg,
        native: undefined,
        // A function is used, because TypeORM calls it with `new` in order to connect.
        Pool: function connect() {
          return lending;
        },
      },
    });
    return new PostgresDatabase(pool, lending, dataSource, options, { pooled, listenTo });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function limitsOf({ statementTimeoutMs = defaultTimeoutMs }: OpenDatabaseOptions): pg.PoolConfig {
  return { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 60_000 };
}

function settingsOf({ sessionSettings }: OpenDatabaseOptions): pg.PoolConfig {
  if (sessionSettings === undefined) return {};
  const values = JSON.stringify(sessionSettings);
  return {
    // The pool waits for this promise, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: async (client) => {
      await client.query('SELECT set_config(key, value, false) FROM json_each_text($1)', [values]);
    },
  };
}

/** @throws DatabaseAddressError for a listen address that is not the address of a server itself */
function whereToListen(
  url: string,
  pooled: boolean,
  { listenAddress, applicationName, statementTimeoutMs }: OpenDatabaseOptions & { readonly statementTimeoutMs: number },
): ListeningConfig | undefined {
  if (listenAddress === undefined && pooled) return undefined;
  const address = parseDatabaseAddress(listenAddress ?? url);
  if (address.dialect !== 'postgres' || isPooled(readPostgresHosts(address.url) ?? [])) {
    throw new DatabaseAddressError('Notifications need the address of PostgreSQL itself, not of a pooler');
  }
  return {
    ...postgresConnection(address.url, answerWithinMs(statementTimeoutMs)),
    application_name: listenerName(applicationName),
    sayEveryMs: (statementTimeoutMs === 0 ? defaultTimeoutMs : statementTimeoutMs) / 2,
  };
}

/** Returns the name of the connection, by which the activity view shows its purpose. */
function listenerName(applicationName: string | undefined): string {
  return applicationName === undefined ? 'listener' : `${applicationName}-listener`;
}

/**
 * Columns of the type `bigint` contain epoch milliseconds and row numbers. The values of `bigint` columns are plain numbers, as
 * on SQLite.
 */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/** The data that this process needs to connect to PostgreSQL. */
interface Line {
  /** Whether the address is a pooler that may use another connection for each transaction. */
  readonly pooled: boolean;
  /** The address for notifications, or undefined if notifications are not possible. */
  readonly listenTo: ListeningConfig | undefined;
}

class PostgresDatabase extends Database {
  readonly dialect = 'postgres';
  readonly manager: EntityManager;
  readonly #pool: pg.Pool;
  readonly #lending: LendingPool;
  readonly #dataSource: DataSource;
  readonly #schemas: readonly Schema[];
  readonly #names: PreparedNames;
  readonly #statements: PostgresStatements;
  /** The query runner of TypeORM for each connection that has already run a unit of work. */
  readonly #runners = new WeakMap<pg.PoolClient, QueryRunner>();
  readonly #line: Line;
  readonly #lockTimeoutMs: number;
  readonly #listenings = new Listenings();
  /**
   * The waiting commits of this process. Undefined behind a pooler, because a pooler itself limits the connections to the server.
   */
  readonly #hangingCommits: HangingCommits | undefined;

  constructor(
    pool: pg.Pool,
    lending: LendingPool,
    dataSource: DataSource,
    { schemas, statementTimeoutMs = defaultTimeoutMs }: OpenDatabaseOptions,
    line: Line,
  ) {
    super();
    this.#line = line;
    this.#hangingCommits = line.pooled ? undefined : new HangingCommits();
    this.#lockTimeoutMs = statementTimeoutMs;
    this.manager = dataSource.manager;
    this.#pool = pool;
    this.#lending = lending;
    this.#dataSource = dataSource;
    this.#schemas = schemas;
    this.#names = new PreparedNames(!line.pooled);
    this.#statements = new PostgresStatements(pool, this.#names);
    pool.on('remove', (client) => void this.#runners.get(client)?.release());
  }

  get use(): DatabaseUse {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { busy: totalCount - idleCount, waiting: waitingCount, most: options.max };
  }

  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#statements.query<Row>(sql, values);
  }

  /** A statement outside a unit of work is committed too. */
  async execute(sql: string, values?: readonly SqlValue[]): Promise<number> {
    const hanging = this.#hangingCommits;
    if (hanging === undefined) return this.#statements.execute(sql, values);
    const client = await this.#pool.connect();
    let failed = false;
    try {
      await hanging.refuse(client);
      failed = true;
      const changed = await hanging.watch(client, () =>
        new PostgresStatements(client, this.#names).execute(sql, values),
      );
      failed = false;
      return changed;
    } finally {
      client.release(failed);
    }
  }

  override async *readBinary(sql: string, values: readonly SqlValue[] = []): AsyncGenerator<readonly BinaryRow[]> {
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
    if (this.#line.pooled) throw new Error('Migrations need the address of PostgreSQL itself, not of a pooler');
    const client = await this.#pool.connect();
    try {
      const runner = this.#dataSource.createQueryRunner();
      await this.#lending.lend(client, () => runner.connect());
      return await migratePostgres(client, this.#dataSource, runner, this.#lockTimeoutMs);
    } finally {
      client.release();
    }
  }

  pendingMigrations(): Promise<string[]> {
    return pendingMigrations(this, this.#schemas);
  }

  listen(channel: string, heard: (message: string | undefined) => void): Listening {
    const { listenTo } = this.#line;
    if (listenTo === undefined) return { stop: async () => undefined };
    return this.#listenings.add(new PostgresListening(listenTo, channel, heard));
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    if (this.#pool.ending) return;
    await this.#listenings.stop();
    await this.#pool.end();
    await this.#dataSource.destroy();
  }

  async #runInTransaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    { durable = true, patientUntil }: TransactionOptions,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const impatient = patientUntil && bePatient(client, patientUntil);
    let broken = false;
    try {
      // A commit that does not wait for the disk does not wait for a standby either.
      if (durable) await this.#hangingCommits?.refuse(client);
      const { manager } = this.#runners.get(client) ?? (await this.#openRunner(client));
      await client.query(durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off');
      const result = await work(new PostgresTransaction(client, this.#names, manager));
      await (this.#hangingCommits?.watch(client, () => commit(client)) ?? commit(client));
      return result;
    } catch (error) {
      broken = await client.query('ROLLBACK').then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      impatient?.();
      client.release(broken);
    }
  }

  /**
   * Returns TypeORM's runner for all units of work on this connection. The runner assumes from now on that a transaction is open.
   * The runner therefore begins and ends only nested transactions itself, because the units of work do the rest.
   */
  async #openRunner(client: pg.PoolClient): Promise<QueryRunner> {
    const runner = this.#dataSource.createQueryRunner();
    await this.#lending.lend(client, () => runner.connect());
    try {
      await runner.startTransaction();
      await client.query('ROLLBACK');
    } catch (error) {
      await runner.release();
      throw error;
    }
    this.#runners.set(client, runner);
    return runner;
  }
}

/** Extends the deadline, and returns the function that restores it. */
function bePatient(client: pg.PoolClient, until: AbortSignal): () => void {
  const deadline = AnswerDeadline.of(client);
  const end = () => {
    until.removeEventListener('abort', end);
    deadline?.bePatientNoMore();
  };
  if (until.aborted) return end;
  deadline?.bePatient();
  until.addEventListener('abort', end);
  return end;
}

class PostgresTransaction extends PostgresStatements implements Transaction {
  readonly dialect = 'postgres';
  readonly manager: EntityManager;
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase, names: PreparedNames, manager: EntityManager) {
    super(client, names);
    this.#client = client;
    this.manager = manager;
  }

  readBinary(sql: string, values: readonly SqlValue[] = []): AsyncGenerator<readonly BinaryRow[]> {
    return copyBinary(this.#client, toLiteralSql(sql, values));
  }
}

/** If a statement of a transaction has failed, PostgreSQL answers the commit with a rollback and without an error. */
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement in it had failed');
}

/** Whether the error is a serialisation failure or a deadlock, after which the same work may succeed if it is repeated. */
function isRepeatable(error: unknown): boolean {
  return errorCodes(error).some((code) => code === '40001' || code === '40P01');
}
