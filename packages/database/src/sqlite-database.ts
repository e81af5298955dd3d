import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Mutex } from 'async-mutex';
import SqliteConnection from 'better-sqlite3';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { Database, SqlValue, Transaction } from './database.js';
import { migrationsTable, pendingMigrations, schemaOptions } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database.js';
import { toPositionalSql } from './positional-sql.js';
import { retryWhileLocked } from './retry-while-locked.js';

/** How long one attempt to get the write lock may hold up the event loop; between attempts the process goes on. */
const blockingLockWaitMs = 20;
const statementCacheSize = 500;

/** @see openDatabase */
export async function openSqlite(path: string, options: OpenDatabaseOptions): Promise<Database> {
  const lockTimeoutMs = options.statementTimeoutMs ?? 10_000;
  await mkdir(dirname(path), { recursive: true });
  await retryWhileLocked(lockTimeoutMs, () => prepareFile(path, options.pageSize ?? 4096));
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: path,
    timeout: blockingLockWaitMs,
    statementCacheSize,
    prepareDatabase: (connection: SqliteConnection.Database) => {
      connection.pragma('synchronous = FULL');
    },
    ...schemaOptions('sqlite', options.schemas),
  });
  await retryWhileLocked(lockTimeoutMs, () => dataSource.initialize());
  return new SqliteDatabase(dataSource, path, lockTimeoutMs, options.unitsPerCommit ?? 1);
}

/** Page size and journal mode are kept in the file; a new one must not be in use while they are set. */
function prepareFile(path: string, pageSize: number): void {
  const connection = new SqliteConnection(path, { timeout: blockingLockWaitMs });
  try {
    if (connection.pragma('journal_mode', { simple: true }) === 'wal') return;
    connection.pragma(`page_size = ${pageSize}`);
    connection.pragma('journal_mode = WAL');
  } finally {
    connection.close();
  }
}

/** A unit of work that waits for its turn. */
interface Unit {
  /** Does the work; answers how to tell its caller, once it is committed. */
  run(transaction: Transaction): Promise<() => void>;
  refuse(error: unknown): void;
}

/**
 * TypeORM has one connection per SQLite file, so one transaction at a time runs on it. Reads go to a second connection,
 * which sees committed data only.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #dataSource: DataSource;
  readonly #writer: QueryRunner;
  readonly #writing = new Mutex();
  readonly #reader: SqliteConnection.Database;
  readonly #statements = new Map<string, SqliteConnection.Statement>();
  readonly #lockTimeoutMs: number;
  readonly #unitsPerCommit: number;
  readonly #waiting: Unit[] = [];
  readonly #transaction: Transaction;

  constructor(dataSource: DataSource, path: string, lockTimeoutMs: number, unitsPerCommit: number) {
    this.#dataSource = dataSource;
    this.#writer = dataSource.createQueryRunner();
    this.#reader = new SqliteConnection(path, { timeout: lockTimeoutMs });
    this.#reader.pragma('query_only = ON');
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#unitsPerCommit = unitsPerCommit;
    this.#transaction = new SqliteTransaction(this.#writer);
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { text, order } = toPositionalSql(sql);
    const statement = this.#prepare(text);
    if (!statement.readonly) return this.transaction((transaction) => transaction.query<Row>(sql, values));
    return statement.all(...order.map((index) => values[index])) as Row[];
  }

  execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.transaction((transaction) => transaction.execute(sql, values));
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        run: async (transaction) => {
          const result = await work(transaction);
          return () => resolve(result);
        },
        refuse: reject,
      });
      void this.#writing.runExclusive(() => this.#commitNext());
    });
  }

  migrate(): Promise<string[]> {
    return this.transaction(async () => {
      const executed = await this.#dataSource.runMigrations({ transaction: 'none' });
      return executed.map(({ name }) => name);
    });
  }

  async pendingMigrations(): Promise<string[]> {
    const known = await this.query<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
      [migrationsTable],
    );
    return pendingMigrations(this.#dataSource, known.length === 0 ? undefined : this);
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    await this.#writing.runExclusive(async () => {
      if (!this.#dataSource.isInitialized) return;
      this.#statements.clear();
      this.#reader.close();
      await this.#dataSource.destroy();
    });
  }

  #prepare(text: string): SqliteConnection.Statement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#reader.prepare(text);
      if (this.#statements.size < statementCacheSize) this.#statements.set(text, statement);
    }
    return statement;
  }

  /** Commits the units that wait, one alone or some together. Nobody is told of a success before it is on disk. */
  async #commitNext(): Promise<void> {
    const units = this.#waiting.splice(0, this.#unitsPerCommit);
    if (units.length === 0) return;
    const done: (() => void)[] = [];
    const open = new Set(units);
    try {
      await this.#begin();
      for (const unit of units) {
        const tell = units.length === 1 ? await unit.run(this.#transaction) : await this.#runApart(unit);
        if (tell === undefined) open.delete(unit);
        else done.push(tell);
      }
      await this.#writer.query('COMMIT');
    } catch (error) {
      await this.#rollback();
      for (const unit of open) unit.refuse(error);
      return;
    }
    for (const tell of done) tell();
  }

  /**
   * One unit of several, whose failure leaves the others as they are.
   *
   * @throws when the failure has ended the whole transaction, as that of a full disk does
   */
  async #runApart(unit: Unit): Promise<(() => void) | undefined> {
    await this.#writer.query('SAVEPOINT unit');
    try {
      const tell = await unit.run(this.#transaction);
      await this.#writer.query('RELEASE unit');
      return tell;
    } catch (error) {
      await this.#writer.query('ROLLBACK TO unit').catch(() => {
        throw error;
      });
      await this.#writer.query('RELEASE unit');
      unit.refuse(error);
      return undefined;
    }
  }

  async #begin(): Promise<void> {
    await retryWhileLocked(this.#lockTimeoutMs, () => this.#writer.query('BEGIN IMMEDIATE'));
  }

  /** An error such as a full disk has already rolled back; then there is nothing left to undo. */
  async #rollback(): Promise<void> {
    await this.#writer.query('ROLLBACK').catch(() => undefined);
  }
}

class SqliteTransaction implements Transaction {
  readonly dialect = 'sqlite';
  readonly #runner: QueryRunner;

  constructor(runner: QueryRunner) {
    this.#runner = runner;
  }

  get manager(): EntityManager {
    return this.#runner.manager;
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#run(sql, values)).records as Row[];
  }

  async execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#run(sql, values)).affected ?? 0;
  }

  #run(sql: string, values: readonly SqlValue[]) {
    const { text, order } = toPositionalSql(sql);
    return this.#runner.query(
      text,
      order.map((index) => values[index]),
      true,
    );
  }
}
