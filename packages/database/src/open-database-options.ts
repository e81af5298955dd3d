import type { Schema } from './database.js';

/** How a database is opened, with which tables. */
export interface OpenDatabaseOptions {
  /** `sqlite:path` or `postgres://…`. */
  readonly address: string;
  readonly schemas: readonly Schema[];
  /** How long a writer waits for other writers (SQLite), and a statement may run (PostgreSQL; 0 is without limit). Default 10 000. */
  readonly statementTimeoutMs?: number;
  /** Connections to PostgreSQL at most. Default 10. */
  readonly poolSize?: number;
  /** SQLite page size of a new file, in bytes. Default 16 KiB. */
  readonly pageSize?: number;
  /**
   * Units of work that wait at the same time share one commit on SQLite, up to this many; each is still all or nothing. Where
   * it is more than 1, reads of one turn of the event loop share a snapshot as well. Only for databases with short units and reads,
   * because each waits for the others. Default 1.
   */
  readonly unitsPerCommit?: number;
  /**
   * The address for notifications of PostgreSQL, if not `address`: the server itself, if `address` is a pooler in transaction mode.
   * Without it a pooler gives no notifications.
   */
  readonly listenAddress?: string | undefined;
  /** Shown in PostgreSQL's activity view. */
  readonly applicationName?: string;
  /**
   * Settings of each connection to PostgreSQL, by name, for `current_setting` in triggers. Behind a pooler in transaction mode nothing is
   * set, because connections are shared.
   */
  readonly sessionSettings?: Readonly<Record<string, string>>;
}
