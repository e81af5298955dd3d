import type { Database, Sql, SqlValue } from '@trading-platform/database';
import type { RenderedRecord } from '../../download/download-function.js';
import { openPostgresSnapshot } from './postgres-snapshot.js';
import { openSqliteSnapshot } from './sqlite-snapshot.js';

/** Statements that all see the data of one instant, whatever is updated meanwhile. */
export interface DatabaseSnapshot extends Sql {
  readonly instant: Date;
  /** Runs one query and hands its rows over in chunks, in order; memory does not grow with the result. */
  stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncIterable<Row[]>;
  /** The same for a query whose columns are `body`, bytes, and perhaps `receipt`, in the shortest way there is. */
  streamRecords(
    sql: string,
    values: readonly SqlValue[],
    rowsPerChunk: number,
  ): AsyncIterable<readonly RenderedRecord[]>;
  close(): Promise<void>;
}

/** Opens a snapshot on a connection of its own. It must be closed; an abort ends a pending read too. */
export function openSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  return database.dialect === 'sqlite' ? openSqliteSnapshot(database) : openPostgresSnapshot(database, signal);
}
