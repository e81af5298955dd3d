import type { EntityManager, EntitySchema, MigrationInterface } from 'typeorm';
import type { DatabaseAddress } from './database-address.js';

export type Dialect = DatabaseAddress['dialect'];

/** A value that a statement can carry. Times are epoch milliseconds, flags are 0 or 1. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row as PostgreSQL sends it in binary form: the bytes of each column, numbers big-endian; null where there is none. */
export type BinaryRow = readonly (Buffer | null)[];

/** Statements on one database. Placeholders are `$1`, `$2`, … on either dialect. */
export interface Sql {
  readonly dialect: Dialect;
  /** Runs one statement and answers its rows (those of `RETURNING` for a write). */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs one statement and answers how many rows it changed. */
  execute(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * On PostgreSQL only: runs one query and hands its rows over as they arrive, with back-pressure. Bytes come as they are,
   * where `query` gets them as text of twice the length. They may share memory with each other.
   */
  readBinary?(sql: string, values?: readonly SqlValue[]): AsyncIterableIterator<readonly BinaryRow[]>;
}

/** Statements inside one transaction. */
export interface Transaction extends Sql {
  /** TypeORM's manager bound to the transaction. On SQLite the first call loads TypeORM. */
  manager(): Promise<EntityManager>;
}

/** What a package brings along: its row classes and, for each dialect, its migrations in order. */
export interface Schema {
  // biome-ignore lint/complexity/noBannedTypes: TypeORM's own type for row classes
  readonly entities: readonly (Function | EntitySchema)[];
  readonly migrations: Readonly<Record<Dialect, readonly (new () => MigrationInterface)[]>>;
}

export interface TransactionOptions {
  /**
   * False for what may be counted again or learnt anew: the commit does not wait for the disk. The end of the process loses
   * nothing then either, that of the machine the last moment. Default true.
   */
  readonly durable?: boolean;
}

/**
 * One database, opened. Adapters need nothing else of TypeORM's connection handling.
 *
 * - `query` and `execute` are statements of their own, and see committed data only.
 * - `transaction` runs one unit of work: it commits when `work` resolves and rolls back when it rejects. SQLite runs one
 *   at a time per process, from `BEGIN IMMEDIATE`; PostgreSQL repeats `work` after a serialisation failure or a deadlock,
 *   so its effects outside the database must bear repetition. It must not be nested.
 */
export interface Database extends Sql {
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Applies pending migrations, safely when several processes start at once. Answers the names of those it ran. */
  migrate(): Promise<string[]>;
  /** Names of the migrations that have not run yet. */
  pendingMigrations(): Promise<string[]>;
  /** Resolves when the database answers, rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
