import {
  type Database,
  type DatabaseWatch,
  ensureMigrated,
  openDatabase,
  parseDatabaseAddress,
} from '@trading-platform/database';
import type { BatchChanges } from '../storage/batch-changes.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import type { WorkQueue } from '../storage/work-queue.js';
import { batchSchema } from './batch-schema.js';
import { DatabaseBatchChanges } from './database-batch-changes.js';
import { segmentFileOf } from './default-batch-address.js';
import { TypeOrmBatchStore } from './repositories/typeorm-batch-store.js';
import { PostgresSegmentStore } from './statements/postgres-segment-store.js';
import type { TransactionalQueue } from './transactional-queue.js';
import { withSegmentTables } from './with-segment-tables.js';

/** The database of the batches, and how it is opened. */
export interface BatchStorageOptions {
  /** `sqlite:path` or `postgres://…`; see `defaultBatchAddress`. */
  readonly address: string;
  /** See `openDatabase`. */
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** On SQLite: how large the file of the segments may become. Default: as large as the disk. */
  readonly segmentFileMaxBytes?: number;
  /** On PostgreSQL: the queue that wakes workers, for example `openPgBossQueue`. Without one they look for themselves. */
  readonly openQueue?: (options: {
    readonly address: string;
    readonly migrate: boolean;
  }) => Promise<TransactionalQueue>;
  /** False: no table is ever made or dropped, `migrateBatches` and `migratePgBoss` must have run. Default true. */
  readonly migrate?: boolean;
  /** Told of the database, as `batch`. */
  readonly watch?: DatabaseWatch;
}

/** Both stores on one database. */
export interface BatchStorage {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  readonly changes: BatchChanges;
  readonly queue?: WorkQueue;
  readonly database: Database;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the stores of the engine, and applies the migrations that are missing, safely when several processes start.
 *
 * @throws DatabaseAddressError when the address cannot be read
 * @throws MigrationsMissingError with `migrate: false`, if anything is missing
 */
export async function openBatchStorage(options: BatchStorageOptions): Promise<BatchStorage> {
  const address = parseDatabaseAddress(options.address);
  const { openQueue, segmentFileMaxBytes, migrate = true, watch, ...databaseOptions } = options;
  const database = await openDatabase({ ...databaseOptions, schemas: [batchSchema] });
  try {
    await ensureMigrated(database, 'batch', { migrate });
    watch?.opened('batch', database);
    const ping = () => database.ping();
    const changes = new DatabaseBatchChanges(database);
    if (address.dialect === 'postgres') {
      const queue = await openQueue?.({ address: options.address, migrate });
      const batches = new TypeOrmBatchStore(database, queue);
      const segments = new PostgresSegmentStore(database, { makesPartitions: migrate });
      const close = async () => {
        await queue?.close();
        await database.close();
      };
      return { batches, segments, changes, database, ping, close, ...(queue === undefined ? {} : { queue }) };
    }
    const batches = new TypeOrmBatchStore(database);
    const file = segmentFileOf(address.path);
    await withSegmentTables(file, (tables) => ensureMigrated(tables, 'segment', { migrate }));
    // Its driver is not installed where all data are in PostgreSQL.
    const { SqliteSegmentStore } = await import('./statements/sqlite-segment-store.js');
    const segments = await SqliteSegmentStore.open(file, segmentFileMaxBytes);
    const close = async () => {
      segments.close();
      await database.close();
    };
    return { batches, segments, changes, database, ping, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
