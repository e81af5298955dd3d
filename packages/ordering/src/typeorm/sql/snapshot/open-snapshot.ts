import type { Database } from '@trading-platform/database';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { openPostgresSnapshot } from './postgres-snapshot.js';

/** Opens a snapshot on a connection of its own. It must be closed; an abort ends a pending read too. */
export async function openSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  if (database.dialect === 'postgres') return openPostgresSnapshot(database, signal);
  // Its driver is not installed where all data are in PostgreSQL.
  const { openSqliteSnapshot } = await import('./sqlite-snapshot.js');
  return openSqliteSnapshot(database);
}
