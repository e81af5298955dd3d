import {
  type DatabaseWatch,
  ensureMigrated,
  openDatabase,
  parseDatabaseAddress,
  watchDatabase,
} from '@trading-platform/database';
import type { S3SegmentOptions } from '../s3/open-s3-segments.js';
import { SegmentsWithFormer } from '../storage/former-segments.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { tellsItself } from './batch-channels.js';
import type { BatchDatabase } from './batch-database.js';
import { batchIdentity } from './batch-identity.js';
import { batchSchema } from './batch-schema.js';
import { segmentFileOf } from './default-batch-address.js';
import { PostgresSegmentStore } from './repositories/postgres-segment-store.js';
import { existingAmong } from './sql/existing-among.js';
import type { TransactionalQueue } from './transactional-queue.js';
import { withSegmentTables } from './with-segment-tables.js';

/** The address of the database of the batches, and the options for opening it. */
export interface BatchStorageOptions {
  /** The address of the database, `sqlite:path` or `postgres://…`; see `defaultBatchAddress`. */
  readonly address: string;
  /** See `openDatabase`. */
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** The address to which the connection for notifications is made; see `openDatabase`. */
  readonly listenAddress?: string | undefined;
  /**
   * The bucket for new segments. By default, segments are stored in the database. Segments that are already in the database can
   * still be read there.
   */
  readonly segments?: S3SegmentOptions | undefined;
  /** On SQLite: the maximum size of the file of segments (default: the size of the disk). */
  readonly segmentFileMaxBytes?: number;
  /**
   * On PostgreSQL: opens the queue that wakes workers, for example with `openPgBossQueue`. Without a queue, workers look for work
   * by themselves.
   */
  readonly openQueue?: (options: {
    readonly address: string;
    readonly migrate: boolean;
  }) => Promise<TransactionalQueue>;
  /**
   * If false, tables are never created or dropped, and `migrateBatches` and `migratePgBoss` must have run before (default: true).
   */
  readonly migrate?: boolean;
  /** If true, a bucket that does not answer now is checked later, before the first use (default: false). */
  readonly segmentsMayBeAway?: boolean;
  /** Observes the database under the name `batch`. */
  readonly watch?: DatabaseWatch;
}

/** The open database of the batches, its queue, and the store of the segments. */
export interface BatchConnections {
  readonly database: BatchDatabase;
  readonly segments: SegmentStore;
  readonly queue?: TransactionalQueue;
  /** A UUID that no other database has. */
  readonly identity: string;
  /** Resolves when the database has answered. */
  ping(): Promise<void>;
  /** Resolves when the bucket of the segments has answered. Absent if segments are not in a bucket. */
  pingSegments?(): Promise<void>;
  /**
   * Makes this database the owner of the prefix in the bucket. Absent if segments are not in a bucket. The first write of a
   * segment also makes this database the owner of the prefix.
   */
  claimSegments?(): Promise<void>;
  close(): Promise<void>;
}

/** @see openBatchStorage */
export async function openBatchConnections(options: BatchStorageOptions): Promise<BatchConnections> {
  const {
    openQueue,
    segmentFileMaxBytes,
    segments: bucket,
    segmentsMayBeAway,
    migrate = true,
    watch,
    ...databaseOptions
  } = options;
  const address = parseDatabaseAddress(options.address);
  const sessionSettings = { [tellsItself.setting]: tellsItself.value };
  const opening = openDatabase({ ...databaseOptions, schemas: [batchSchema], sessionSettings });
  const database = watchDatabase(await opening, 'batch', watch);
  const opened: (() => Promise<void> | void)[] = [() => database.close()];
  const close = async () => {
    for (const each of opened.toReversed()) await each();
  };
  try {
    await ensureMigrated(database, 'batch', { migrate });
    const identity = await batchIdentity(database);
    const queue = address.dialect === 'postgres' ? await openQueue?.({ address: options.address, migrate }) : undefined;
    if (queue !== undefined) opened.push(() => queue.close());
    const inDatabase =
      address.dialect === 'postgres'
        ? new PostgresSegmentStore(database, { makesPartitions: migrate })
        : await openSegmentFile(address.path, migrate, segmentFileMaxBytes);
    if ('close' in inDatabase) opened.push(() => inDatabase.close());
    const inBucket =
      bucket && (await openBucketOf(database, identity, { ...bucket, mayBeAway: segmentsMayBeAway === true }));
    if (inBucket !== undefined) opened.push(() => inBucket.close());
    return {
      database,
      segments: inBucket === undefined ? inDatabase : new SegmentsWithFormer(inBucket, inDatabase),
      identity,
      ping: async () => {
        await database.ping();
        if ('ping' in inDatabase) await inDatabase.ping();
      },
      close,
      ...(queue && { queue }),
      ...(inBucket && { pingSegments: () => inBucket.ping(), claimSegments: () => inBucket.claim() }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSegmentFile(path: string, migrate: boolean, maxBytes: number | undefined) {
  const file = segmentFileOf(path);
  await withSegmentTables(file, (tables) => ensureMigrated(tables, 'segment', { migrate }));
  // The SQLite driver is not installed if all data are in PostgreSQL.
  const { SqliteSegmentStore } = await import('./repositories/sqlite-segment-store.js');
  return SqliteSegmentStore.open(file, maxBytes);
}

/** The client for buckets is installed only if segments are stored in a bucket. */
async function openBucketOf(
  database: BatchDatabase,
  identity: string,
  options: S3SegmentOptions & { mayBeAway: boolean },
) {
  const { openS3Segments } = await import('../s3/open-s3-segments.js');
  return openS3Segments(options, { identity, existing: (ids) => existingAmong(database, ids) });
}
