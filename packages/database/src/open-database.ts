import 'reflect-metadata';
import type { Database, Schema } from './database.js';
import { parseDatabaseAddress } from './database-address.js';

export interface OpenDatabaseOptions {
  /** `sqlite:path` or `postgres://…`. */
  readonly address: string;
  readonly schemas: readonly Schema[];
  /** How long a writer waits for other writers (SQLite), and a statement may run (PostgreSQL). Default 10 000. */
  readonly statementTimeoutMs?: number;
  /** Connections to PostgreSQL at most. Default 10. */
  readonly poolSize?: number;
  /** SQLite page size of a new file, in bytes. Default 4096. */
  readonly pageSize?: number;
  /**
   * Units of work that wait at the same time share one commit on SQLite, up to this many; each is still all or nothing. Where
   * it is more than 1, reads of one turn of the event loop share a snapshot as well. For databases whose units and reads are
   * all short: one waits for the others. Default 1.
   */
  readonly unitsPerCommit?: number;
  /** Shown in PostgreSQL's activity view. */
  readonly applicationName?: string;
}

/**
 * Opens a database without touching its tables; call `migrate` next. Only the driver of its dialect is loaded.
 *
 * @throws DatabaseAddressError when the address cannot be read
 * @throws Error when PostgreSQL is older than 15
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const address = parseDatabaseAddress(options.address);
  if (address.dialect === 'sqlite') {
    const { openSqlite } = await import('./sqlite-database.js');
    return openSqlite(address.path, options);
  }
  const { openPostgres } = await import('./postgres-database.js');
  return openPostgres(address.url, options);
}
