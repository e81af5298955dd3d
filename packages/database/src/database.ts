import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';
import type { Dialect, PerDialect } from './per-dialect.js';

/** A value that a statement can carry. Times are epoch milliseconds, flags are 0 or 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row in PostgreSQL's binary form: the bytes of each column, numbers big-endian; null for a missing value. */
export type BinaryRow = readonly (Buffer | null)[];

/** Statements on one database. Placeholders are `$1`, `$2`, … on either dialect. */
export interface Sql {
  readonly dialect: Dialect;
  /** Runs one statement and answers its rows (those of `RETURNING` for a write). */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one statement and answers how many rows it changed. */
  execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * On PostgreSQL only: runs one query and hands over its rows as they arrive, with back-pressure. Bytes come without conversion;
   * `query` gets them as text of twice the length. Rows may share memory with each other.
   */
  readBinary?(sql: string, values?: readonly SqlValue[]): AsyncIterableIterator<readonly BinaryRow[]>;
}

/** One unit of work: its statements and those of its manager are one transaction. */
export interface Transaction extends Sql {
  /** TypeORM's manager in this transaction: `manager.update(ClientEntity, { clientId }, { disabledAt })`. */
  readonly manager: EntityManager;
}

/** A class that describes a table, or a description without a class. */
export type Entity<Row extends object = object> = (new () => Row) | EntitySchema<Row>;

/** The entities of a package, and its migrations in order. */
export interface Schema {
  readonly entities: PerDialect<Entity>;
  readonly migrations: PerDialect<new () => MigrationInterface>;
}

/** How a unit of work is committed. */
export interface TransactionOptions {
  /**
   * False for data that can be counted or learnt again: the commit does not wait for the disk. A crash of the process loses nothing; a
   * crash of the machine loses the last moment. Default true.
   */
  readonly durable?: boolean;
  /**
   * For statements without PostgreSQL's time limit: until this aborts, the connection counts as lost only after ten silent minutes.
   * Default: after 1.5 times the time that a statement may run.
   */
  readonly patientUntil?: AbortSignal;
}

/** A subscription to the news of a database. */
export interface Listening {
  /** Ends the news at once. Resolves when its connection is closed. */
  stop(): Promise<void>;
}

/** How much of a database this process uses now. */
export interface DatabaseUse {
  /** Connections in use. SQLite has one that writes; its reads never wait. */
  readonly busy: number;
  /** Callers that wait for one. */
  readonly waiting: number;
  /** How many may be busy. */
  readonly most: number;
}

/**
 * One database, opened. The class is an injection token; a process with several databases extends it, one for each.
 *
 * - `query`, `execute` and `manager` see committed data only. The manager is for reading.
 * - `transaction` runs one unit of work: it commits when `work` resolves and rolls back when it rejects. SQLite runs one
 *   at a time per process, from `BEGIN IMMEDIATE`; PostgreSQL repeats `work` after a serialisation failure or a deadlock,
 *   so its effects outside the database must bear repetition. It must not be nested.
 */
export abstract class Database implements Sql {
  abstract readonly dialect: Dialect;
  /** TypeORM's manager for reading: `manager.findBy(ClientEntity, { memberCode })`. */
  abstract readonly manager: EntityManager;
  abstract get use(): DatabaseUse;
  abstract query<Row = Record<string, unknown>>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  abstract execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  readBinary?(sql: string, values?: readonly SqlValue[]): AsyncIterableIterator<readonly BinaryRow[]>;
  abstract transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Applies pending migrations, after any other process that does so. Answers the names of those that it ran.
   *
   * @throws UnreleasedTablesError, as `pendingMigrations` does
   */
  abstract migrate(): Promise<string[]>;
  /**
   * Names of the migrations that have not run yet.
   *
   * @throws UnreleasedTablesError when tables of a schema exist that none of its migrations has made
   */
  abstract pendingMigrations(): Promise<string[]>;
  /**
   * Listens on its own connection, and reconnects when that is lost. On PostgreSQL `heard` gets the text of each notification on the
   * channel. On SQLite, and on PostgreSQL after each connect, it gets nothing: anything may have changed.
   * News may come late, twice, for nothing or, seldom, never, so look at the rows, and look now and then without news too.
   */
  abstract listen(channel: string, heard: (message: string | undefined) => void): Listening;
  /** Resolves when the database answers, rejects otherwise. */
  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;
}
