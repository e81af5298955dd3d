import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { DataSource, type EntityManager } from 'typeorm';
import type { Database, SqlValue, Transaction } from './database.js';
import { migrationsTable, pendingMigrations, schemaOptions } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database.js';
import { retryWhileLocked } from './retry-while-locked.js';
import { SqliteStatements } from './sqlite-statements.js';

/** How long one attempt to get the write lock may hold up the event loop; between attempts the process goes on. */
const blockingLockWaitMs = 20;

/** @see openDatabase */
export async function openSqlite(path: string, options: OpenDatabaseOptions): Promise<Database> {
  const lockTimeoutMs = options.statementTimeoutMs ?? 10_000;
  await mkdir(dirname(path), { recursive: true });
  await retryWhileLocked(lockTimeoutMs, () => prepareFile(path, options.pageSize ?? 4096));
  let writer: SqliteConnection.Database | undefined;
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: path,
    timeout: blockingLockWaitMs,
    prepareDatabase: (connection: SqliteConnection.Database) => {
      connection.pragma('synchronous = FULL');
      writer = connection;
    },
    ...schemaOptions('sqlite', options.schemas),
  });
  await retryWhileLocked(lockTimeoutMs, () => dataSource.initialize());
  return new SqliteDatabase(dataSource, writer!, path, lockTimeoutMs, options.unitsPerCommit ?? 1);
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
 * TypeORM has one connection per SQLite file, so one transaction at a time runs on it; its statements go to that connection
 * directly, which takes a fraction of the time. Reads go to a second connection, which sees committed data only.
 */
class SqliteDatabase implements Database {
  readonly dialect = 'sqlite';
  readonly #dataSource: DataSource;
  readonly #writer: SqliteStatements;
  readonly #reader: SqliteStatements;
  readonly #lockTimeoutMs: number;
  readonly #unitsPerCommit: number;
  readonly #waiting: Unit[] = [];
  #writing: Promise<void> | undefined;
  readonly #transaction: Transaction;

  constructor(
    dataSource: DataSource,
    writer: SqliteConnection.Database,
    path: string,
    lockTimeoutMs: number,
    unitsPerCommit: number,
  ) {
    this.#dataSource = dataSource;
    this.#writer = new SqliteStatements(writer);
    this.#reader = new SqliteStatements(new SqliteConnection(path, { timeout: lockTimeoutMs }));
    this.#reader.connection.pragma('query_only = ON');
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#unitsPerCommit = unitsPerCommit;
    this.#transaction = new SqliteTransaction(this.#writer, dataSource);
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (this.#reader.isReadOnly(sql)) return this.#reader.query<Row>(sql, values);
    return this.transaction((transaction) => transaction.query<Row>(sql, values));
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
      this.#writing ??= this.#commitWaiting();
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
    while (this.#writing !== undefined) await this.#writing;
    if (!this.#dataSource.isInitialized) return;
    this.#reader.connection.close();
    await this.#dataSource.destroy();
  }

  /** Goes on until nothing waits. */
  async #commitWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What arrives in the same turn of the event loop goes together.
      if (this.#unitsPerCommit > 1) await nextTurn();
      await this.#commitNext();
    }
    this.#writing = undefined;
  }

  /** Commits the units that wait, one alone or some together. Nobody is told of a success before it is on disk. */
  async #commitNext(): Promise<void> {
    const units = this.#waiting.splice(0, this.#unitsPerCommit);
    const done: (() => void)[] = [];
    const open = new Set(units);
    try {
      await this.#begin();
      for (const unit of units) {
        const tell = units.length === 1 ? await unit.run(this.#transaction) : await this.#runApart(unit);
        if (tell === undefined) open.delete(unit);
        else done.push(tell);
      }
      this.#writer.execute('COMMIT');
    } catch (error) {
      this.#rollback();
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
    this.#writer.execute('SAVEPOINT unit');
    try {
      const tell = await unit.run(this.#transaction);
      this.#writer.execute('RELEASE unit');
      return tell;
    } catch (error) {
      if (!this.#writer.connection.inTransaction) throw error;
      this.#writer.execute('ROLLBACK TO unit');
      this.#writer.execute('RELEASE unit');
      unit.refuse(error);
      return undefined;
    }
  }

  async #begin(): Promise<void> {
    await retryWhileLocked(this.#lockTimeoutMs, () => this.#writer.execute('BEGIN IMMEDIATE'));
  }

  /** An error such as a full disk has already rolled back; then there is nothing left to undo. */
  #rollback(): void {
    if (this.#writer.connection.inTransaction) this.#writer.execute('ROLLBACK');
  }
}

class SqliteTransaction implements Transaction {
  readonly dialect = 'sqlite';
  readonly #writer: SqliteStatements;
  readonly #dataSource: DataSource;

  constructor(writer: SqliteStatements, dataSource: DataSource) {
    this.#writer = writer;
    this.#dataSource = dataSource;
  }

  /** TypeORM keeps one query runner, which has the connection of the writer. */
  get manager(): EntityManager {
    return this.#dataSource.createQueryRunner().manager;
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#writer.query<Row>(sql, values);
  }

  async execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#writer.execute(sql, values);
  }
}
