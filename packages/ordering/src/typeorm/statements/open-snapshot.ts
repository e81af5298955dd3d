import type { Database } from '@trading-platform/database';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { openPostgresSnapshot } from './postgres-snapshot.js';
import { openSqliteSnapshot } from './sqlite-snapshot.js';

/** Opens a snapshot on a connection of its own. It must be closed; an abort ends a pending read too. */
export function openSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  return database.dialect === 'sqlite' ? openSqliteSnapshot(database) : openPostgresSnapshot(database, signal);
}
