import type { Database } from '@trading-platform/database';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { openPostgresSnapshot } from './postgres-snapshot.js';

/**
 * Opens a snapshot on its own connection. The caller must close the snapshot. If the signal is aborted, a running read of the
 * snapshot ends too.
 */
export async function openSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  if (database.dialect === 'postgres') return openPostgresSnapshot(database, signal);
  // The SQLite driver is not installed if all data are in PostgreSQL.
  const { openSqliteSnapshot } = await import('./sqlite-snapshot.js');
  return openSqliteSnapshot(database);
}
