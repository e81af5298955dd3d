import type { Schema } from './database.js';

/** The location and the tables of a database, and the options for opening it. */
export interface OpenDatabaseOptions {
  /** The address of the database: `sqlite:path` or `postgres://…`. */
  readonly address: string;
  readonly schemas: readonly Schema[];
  /**
   * On SQLite: the maximum time for which a writer waits for other writers. On PostgreSQL: the maximum duration of a statement,
   * with 0 for no limit (default: 10 000).
   */
  readonly statementTimeoutMs?: number;
  /** The maximum number of connections to PostgreSQL (default: 10). */
  readonly poolSize?: number;
  /** The page size of a new SQLite file, in bytes (default: the page size of the schemas). */
  readonly pageSize?: number;
  /**
   * On SQLite: the maximum number of waiting units of work that share one commit (default: 1). Each unit of work still succeeds
   * or fails as a whole. If `unitsPerCommit` is greater than 1, all reads in one turn of the event loop also share a snapshot.
   * Values of `unitsPerCommit` above 1 are meant only for databases with short units and reads, because each of them waits for
   * the others.
   */
  readonly unitsPerCommit?: number;
  /**
   * The address for notifications of PostgreSQL, if it differs from `address`. If `address` is a pooler in transaction mode, this
   * must be the address of the server itself. Without this address, there are no notifications behind a pooler.
   */
  readonly listenAddress?: string | undefined;
  /** The name of this application in PostgreSQL's activity view. */
  readonly applicationName?: string;
  /**
   * Settings of each connection to PostgreSQL, by their names. Triggers can read the settings with `current_setting`. Behind a
   * pooler in transaction mode no settings are made, because connections are shared.
   */
  readonly sessionSettings?: Readonly<Record<string, string>>;
}
