import type { Schema } from './database.js';

/** Which database is opened, with whose tables, and how. */
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
   * it is more than 1, reads of one turn of the event loop share a snapshot as well. For databases whose units and reads are
   * all short: one waits for the others. Default 1.
   */
  readonly unitsPerCommit?: number;
  /**
   * Where notifications are listened to on PostgreSQL, if not at `address`: the server itself, where `address` is that of a pooler in
   * transaction mode. Without it nothing is heard there.
   */
  readonly listenAddress?: string | undefined;
  /** Shown in PostgreSQL's activity view. */
  readonly applicationName?: string;
  /**
   * Settings of each connection to PostgreSQL, by name: what triggers ask `current_setting` for. Behind a pooler in transaction mode no
   * connection is one's own, and none is set.
   */
  readonly sessionSettings?: Readonly<Record<string, string>>;
}
