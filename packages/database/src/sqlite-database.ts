import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource, Driver, EntityManager, QueryRunner } from 'typeorm';
import { openDataSource } from './data-source.js';
import {
  Database,
  type DatabaseUse,
  type Listening,
  type Schema,
  type SqlValue,
  type Transaction,
  type TransactionOptions,
} from './database.js';
import { Listenings } from './listenings.js';
import { pendingMigrations } from './migrations.js';
import type { OpenDatabaseOptions } from './open-database-options.js';
import { isLocked, retryWhileLocked } from './retry-while-locked.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteFile } from './sqlite-file.js';
import { SqliteListening } from './sqlite-listening.js';
import { SqliteStatements } from './sqlite-statements.js';

/**
 * Measured: compared with pages of 4 KiB, large rows are committed in half the time. A commit of small rows in many indexes writes
 * a fourth of the bytes with pages of 4 KiB.
 */
const defaultPageSize = 16 * 1024;
/**
 * The maximum time for which one attempt to get the write lock may block the event loop. Between two attempts, the process
 * continues with other work.
 */
const blockingLockWaitMs = 20;

/** @see openDatabase */
export async function openSqlite(path: string, options: OpenDatabaseOptions): Promise<Database> {
  const lockTimeoutMs = options.statementTimeoutMs ?? 10_000;
  await mkdir(dirname(path), { recursive: true });
  await retryWhileLocked(lockTimeoutMs, () => prepareFile(path, pageSizeOf(options)));
  return retryWhileLocked(lockTimeoutMs, async () => {
    const writer = new SqliteConnection(path, { timeout: blockingLockWaitMs });
    const reader = new SqliteConnection(path, { timeout: lockTimeoutMs });
    try {
      writer.pragma('synchronous = FULL');
      writer.pragma('foreign_keys = ON');
      const dataSource = await openSqliteDataSource(reader, options.schemas);
      reader.pragma('query_only = ON');
      const manager = await managerOfUnits(writer, dataSource);
      return new SqliteDatabase(
        { connection: writer, manager },
        { connection: reader, dataSource },
        lockTimeoutMs,
        options,
      );
    } catch (error) {
      reader.close();
      writer.close();
      throw error;
    }
  });
}

/** Opens TypeORM on a connection that is already open. */
function openSqliteDataSource(connection: SqliteConnection, schemas: readonly Schema[]): Promise<DataSource> {
  return openDataSource('sqlite', schemas, {
    type: 'better-sqlite3',
    database: connection.name,
    // A function is used, because TypeORM calls it with `new` in order to connect.
    driver: function connect() {
      return connection;
    },
  });
}

/**
 * Returns TypeORM's manager for all units of work, which uses the connection of the writer. The manager assumes from now on that
 * a transaction is open. The manager therefore begins and ends only nested transactions itself, because the units of work do the
 * rest.
 *
 * A `DataSource` builds the metadata of all entities, which takes most of the time that opening a file takes. Both managers
 * therefore share one `DataSource`, although its driver knows only the connection of the reader.
 */
async function managerOfUnits(writer: SqliteConnection, dataSource: DataSource): Promise<EntityManager> {
  const { constructor: Runner } = dataSource.createQueryRunner();
  const runner = new (Runner as new (driver: Driver) => QueryRunner)(dataSource.driver);
  runner.connect = () => Promise.resolve(writer);
  const manager = dataSource.createEntityManager(runner);
  Object.assign(runner, { manager });
  await runner.startTransaction();
  writer.exec('ROLLBACK');
  return manager;
}

/** A file of several schemas gets the largest page size that any of them needs. */
function pageSizeOf({ pageSize, schemas }: OpenDatabaseOptions): number {
  if (pageSize !== undefined || schemas.length === 0) return pageSize ?? defaultPageSize;
  return Math.max(...schemas.map((schema) => schema.pageSize ?? defaultPageSize));
}

/**
 * The page size and the journal mode are stored in the file. While the page size and journal mode of a new file are set, no other
 * process may use the file.
 */
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

/** The connections, each of which is used both for hand-written statements and by TypeORM. */
interface Writer {
  readonly connection: SqliteConnection;
  readonly manager: EntityManager;
}
interface Reader {
  readonly connection: SqliteConnection;
  readonly dataSource: DataSource;
}

/** A unit of work that waits for its turn. */
interface Unit {
  readonly durable: boolean;
  /** Does the work, and returns a function to call after the commit. That function resolves the caller's promise. */
  run(transaction: Transaction): Promise<() => void>;
  refuse(error: unknown): void;
}

/**
 * All transactions of a process share one connection, because SQLite allows only one writer at a time. Reads use a second
 * connection, which reads only committed data.
 */
class SqliteDatabase extends Database {
  readonly dialect = 'sqlite';
  readonly manager: EntityManager;
  readonly #schemas: readonly Schema[];
  readonly #writer: SqliteStatements;
  readonly #reader: SqliteStatements;
  readonly #file: SqliteFile;
  readonly #lockTimeoutMs: number;
  readonly #unitsPerCommit: number;
  readonly #waiting: Unit[] = [];
  readonly #reads: (() => void)[] = [];
  #writing: Promise<void> | undefined;
  #waitsForDisk = true;
  readonly #transaction: Transaction;
  readonly #dataSource: DataSource;
  readonly #listenings = new Listenings();

  constructor(
    writer: Writer,
    reader: Reader,
    lockTimeoutMs: number,
    { schemas, unitsPerCommit = 1 }: OpenDatabaseOptions,
  ) {
    super();
    this.manager = reader.dataSource.manager;
    this.#schemas = schemas;
    this.#writer = new SqliteStatements(writer.connection);
    this.#reader = new SqliteStatements(reader.connection);
    this.#file = new SqliteFile(reader.connection);
    this.#dataSource = reader.dataSource;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#unitsPerCommit = unitsPerCommit;
    this.#transaction = new SqliteTransaction(this.#writer, writer.manager);
  }

  get use(): DatabaseUse {
    return { busy: this.#writing === undefined ? 0 : 1, waiting: this.#waiting.length, most: 1 };
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (!this.#reader.isReadOnly(sql)) return this.transaction((transaction) => transaction.query<Row>(sql, values));
    if (this.#unitsPerCommit === 1) return this.#read<Row>(sql, values);
    return new Promise((resolve, reject) => {
      this.#reads.push(() => {
        try {
          resolve(this.#read<Row>(sql, values));
        } catch (error) {
          reject(error);
        }
      });
      if (this.#reads.length === 1) setImmediate(() => this.#answerReads());
    });
  }

  execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.transaction((transaction) => transaction.execute(sql, values));
  }

  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    { durable = true }: TransactionOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        durable,
        run: async (transaction) => {
          const result = await work(transaction);
          return () => resolve(result);
        },
        refuse: reject,
      });
      this.#writing ??= this.#commitWaiting();
    });
  }

  /** Waits for another process that is migrating, however long it takes. If a process dies, its lock becomes free at once. */
  async migrate(): Promise<string[]> {
    if ((await this.pendingMigrations()).length === 0) return [];
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await this.transaction(() => this.#runMigrations());
      } catch (error) {
        if (!isLocked(error)) throw error;
        const { name: path } = this.#writer.connection;
        if (isFirst) process.emitWarning(`Migrations of ${path} wait for another process that has locked the file`);
      }
    }
  }

  pendingMigrations(): Promise<string[]> {
    return pendingMigrations(this, this.#schemas);
  }

  listen(_channel: string, heard: (message: undefined) => void): Listening {
    return this.#listenings.add(new SqliteListening(this.#reader.connection, () => heard(undefined)));
  }

  async ping(): Promise<void> {
    this.#file.check();
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.#file.stop();
    await this.#listenings.stop();
    while (this.#writing !== undefined) await this.#writing;
    if (this.#dataSource.isInitialized) await this.#dataSource.destroy();
    this.#writer.connection.close();
  }

  async #runMigrations(): Promise<string[]> {
    const writing = await openSqliteDataSource(this.#writer.connection, this.#schemas);
    const executed = await writing.runMigrations({ transaction: 'none' });
    return executed.map(({ name }) => name);
  }

  #read<Row>(sql: string, values: readonly SqlValue[]): Row[] {
    try {
      return this.#reader.query<Row>(sql, values);
    } catch (error) {
      this.#file.note(error);
      throw error;
    }
  }

  /** All reads in one turn of the event loop read the same state, so that SQLite takes its locks only once. */
  #answerReads(): void {
    const reads = this.#reads.splice(0);
    if (reads.length > 1 && this.#reader.connection.open) this.#reader.execute('BEGIN');
    for (const answer of reads) answer();
    if (this.#reader.connection.inTransaction) this.#reader.execute('COMMIT');
  }

  /** Continues until no unit of work is waiting. */
  async #commitWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All units of work from one turn of the event loop are committed together.
      if (this.#unitsPerCommit > 1) await nextTurn();
      await this.#commitNext();
    }
    this.#writing = undefined;
  }

  /**
   * Commits the waiting units of work, either a single unit or several units together. A durable unit of work succeeds only when
   * its data are on disk.
   */
  async #commitNext(): Promise<void> {
    const units = this.#waiting.splice(0, this.#unitsPerCommit);
    const done: (() => void)[] = [];
    const open = new Set(units);
    try {
      this.#file.refuseIfBroken();
      this.#waitForDisk(units.some(({ durable }) => durable));
      await this.#begin();
      for (const unit of units) {
        const tell = units.length === 1 ? await unit.run(this.#transaction) : await this.#runApart(unit);
        if (tell === undefined) open.delete(unit);
        else done.push(tell);
      }
      this.#writer.execute('COMMIT');
    } catch (error) {
      this.#file.note(error);
      this.#rollback();
      for (const unit of open) unit.refuse(error);
      return;
    }
    for (const tell of done) tell();
  }

  /**
   * Runs one of several units of work. The failure of one unit does not affect the other units.
   *
   * @throws when the failure has ended the whole transaction, as a full disk does
   */
  async #runApart(unit: Unit): Promise<(() => void) | undefined> {
    this.#writer.execute('SAVEPOINT unit');
    try {
      const tell = await unit.run(this.#transaction);
      this.#writer.execute('RELEASE unit');
      return tell;
    } catch (error) {
      this.#file.note(error);
      if (!this.#writer.connection.inTransaction) throw error;
      this.#writer.execute('ROLLBACK TO unit');
      this.#writer.execute('RELEASE unit');
      unit.refuse(error);
      return undefined;
    }
  }

  /** Sets whether the next commit must be on disk before it counts as done. */
  #waitForDisk(wait: boolean): void {
    if (wait === this.#waitsForDisk) return;
    this.#writer.connection.pragma(`synchronous = ${wait ? 'FULL' : 'NORMAL'}`);
    this.#waitsForDisk = wait;
  }

  async #begin(): Promise<void> {
    await retryWhileLocked(this.#lockTimeoutMs, () => this.#writer.execute('BEGIN IMMEDIATE'));
  }

  /** An error such as a full disk has already caused a rollback, so there is nothing left to undo. */
  #rollback(): void {
    if (this.#writer.connection.inTransaction) this.#writer.execute('ROLLBACK');
  }
}

class SqliteTransaction implements Transaction {
  readonly dialect = 'sqlite';
  readonly manager: EntityManager;
  readonly #writer: SqliteStatements;

  constructor(writer: SqliteStatements, manager: EntityManager) {
    this.#writer = writer;
    this.manager = manager;
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#writer.query<Row>(sql, values);
  }

  async execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#writer.execute(sql, values);
  }
}
