import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';
import type { Dialect, PerDialect } from './per-dialect.js';

/** A value that can be passed to a statement. Times are epoch milliseconds, and flags are 0 or 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row in PostgreSQL's binary form: the bytes of each column, with big-endian numbers, or null for a missing value. */
export type BinaryRow = readonly (Buffer | null)[];

/** Runs statements on one database. The placeholders are `$1`, `$2`, … in both dialects. */
export interface Sql {
  readonly dialect: Dialect;
  /** Runs one statement and returns its rows. If the statement is a write, the rows are the rows that `RETURNING` names. */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one statement and returns the number of rows that it changed. */
  execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Only on PostgreSQL: runs one query and yields its rows as they arrive. If the reader is slow, PostgreSQL also sends the rows
   * more slowly. Bytes are not converted here. If `query` returned bytes, PostgreSQL would send them as text of twice the length.
   * Several of the rows may use the same memory.
   */
  readBinary?(sql: string, values?: readonly SqlValue[]): AsyncIterableIterator<readonly BinaryRow[]>;
}

/** One unit of work. The statements of a unit of work and the statements of its `manager` form one transaction. */
export interface Transaction extends Sql {
  /** The `EntityManager` of TypeORM in this transaction: `manager.update(ClientEntity, { clientId }, { disabledAt })`. */
  readonly manager: EntityManager;
}

/** The description of a table, either as a class or as an `EntitySchema`. */
export type Entity<Row extends object = object> = (new () => Row) | EntitySchema<Row>;

/** The entities of a package, and its migrations in their order. */
export interface Schema {
  readonly entities: PerDialect<Entity>;
  readonly migrations: PerDialect<new () => MigrationInterface>;
  /** The page size of a new SQLite file for these tables, in bytes (default: 16 KiB). Tables of small rows need small pages. */
  readonly pageSize?: number;
}

/** Options for the commit of a unit of work. */
export interface TransactionOptions {
  /**
   * If false, the commit does not wait for the disk (default: true). A commit that does not wait is meant for data that can be
   * counted or obtained again. After a crash of the process no data are lost. After a crash of the machine, the data of the last
   * moment are lost.
   */
  readonly durable?: boolean;
  /**
   * A signal for statements that have no time limit on PostgreSQL. Until the signal `patientUntil` is aborted, a connection
   * counts as lost only after ten minutes without an answer. Without `patientUntil`, a connection counts as lost after 1.5 times
   * the time for which a statement may run.
   */
  readonly patientUntil?: AbortSignal;
}

/** A subscription to notifications about a database. */
export interface Listening {
  /** Ends the subscription at once. Resolves when the connection of the subscription has been closed. */
  stop(): Promise<void>;
}

/** The part of a database's capacity that this process uses now. */
export interface DatabaseUse {
  /** The number of connections in use. SQLite has one connection that writes. Reads on SQLite never wait. */
  readonly busy: number;
  /** The number of callers that are waiting for a connection. */
  readonly waiting: number;
  /** The maximum number of connections that can be in use. */
  readonly most: number;
}

/**
 * One open database. The class of a database is also an injection token. A process with several databases makes a subclass for
 * each of them.
 *
 * - `query`, `execute` and `manager` read only committed data. The `manager` is meant for reading.
 * - `transaction` runs one unit of work. The unit of work commits when `work` resolves, and is rolled back when `work` rejects.
 *   On SQLite, a process runs one unit at a time, beginning with `BEGIN IMMEDIATE`. On PostgreSQL, `work` is repeated after a
 *   serialisation failure or a deadlock, so it must be safe to repeat its effects outside the database. A unit of work must not
 *   begin inside another unit of work.
 */
export abstract class Database implements Sql {
  abstract readonly dialect: Dialect;
  /** The `EntityManager` of TypeORM for reading: `manager.findBy(ClientEntity, { memberCode })`. */
  abstract readonly manager: EntityManager;
  abstract get use(): DatabaseUse;
  abstract query<Row = Record<string, unknown>>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  abstract execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  readBinary?(sql: string, values?: readonly SqlValue[]): AsyncIterableIterator<readonly BinaryRow[]>;
  abstract transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs the pending migrations. If another process is migrating, the call waits for that process first. Returns the names of the
   * migrations that this process has run.
   *
   * @throws UnreleasedTablesError, as `pendingMigrations` does
   */
  abstract migrate(): Promise<string[]>;
  /**
   * Returns the names of the migrations that have not run yet.
   *
   * @throws UnreleasedTablesError when tables of a schema exist that none of its migrations has made
   */
  abstract pendingMigrations(): Promise<string[]>;
  /**
   * Listens on a separate connection, and connects again if that connection is lost. On PostgreSQL, `heard` gets the text of each
   * notification on the channel. On SQLite, and on PostgreSQL after each new connection, `heard` gets undefined, because anything
   * may have changed. A notification may arrive late, twice or without any change, and in rare cases it never arrives. Callers
   * must therefore read the rows after each notification, and also from time to time without a notification.
   */
  abstract listen(channel: string, heard: (message: string | undefined) => void): Listening;
  /** Resolves if the database answers, and rejects otherwise. */
  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;
}
