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

/** The database of the batches, and how it is opened. */
export interface BatchStorageOptions {
  /** `sqlite:path` or `postgres://…`; see `defaultBatchAddress`. */
  readonly address: string;
  /** See `openDatabase`. */
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** See `openDatabase`: the address for notifications. */
  readonly listenAddress?: string | undefined;
  /** A bucket for the segments. Those that are in the database already are still read there. Default: in the database. */
  readonly segments?: S3SegmentOptions | undefined;
  /** On SQLite: how large the file of the segments may become. Default: as large as the disk. */
  readonly segmentFileMaxBytes?: number;
  /** On PostgreSQL: the queue that wakes workers, for example `openPgBossQueue`. Without one they look for work themselves. */
  readonly openQueue?: (options: {
    readonly address: string;
    readonly migrate: boolean;
  }) => Promise<TransactionalQueue>;
  /** False: no table is ever made or dropped, `migrateBatches` and `migratePgBoss` must have run. Default true. */
  readonly migrate?: boolean;
  /** Watches the database under the name `batch`. */
  readonly watch?: DatabaseWatch;
}

/** The open database of the batches, its queue, and the store of their segments. */
export interface BatchConnections {
  readonly database: BatchDatabase;
  readonly segments: SegmentStore;
  readonly queue?: TransactionalQueue;
  /** A UUID that no other database has. */
  readonly identity: string;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Resolves when the bucket of the segments answers, if they are in one. */
  pingSegments?(): Promise<void>;
  /** Claims the prefix of the bucket for this database, if segments are in one. The first write does so as well. */
  claimSegments?(): Promise<void>;
  close(): Promise<void>;
}

/** @see openBatchStorage */
export async function openBatchConnections(options: BatchStorageOptions): Promise<BatchConnections> {
  const { openQueue, segmentFileMaxBytes, segments: bucket, migrate = true, watch, ...databaseOptions } = options;
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
    const inBucket = bucket && (await openBucketOf(database, identity, bucket));
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
  // Its driver is not installed where all data are in PostgreSQL.
  const { SqliteSegmentStore } = await import('./repositories/sqlite-segment-store.js');
  return SqliteSegmentStore.open(file, maxBytes);
}

/** Its client is installed only where segments are in a bucket. */
async function openBucketOf(database: BatchDatabase, identity: string, options: S3SegmentOptions) {
  const { openS3Segments } = await import('../s3/open-s3-segments.js');
  return openS3Segments(options, { identity, existing: (ids) => existingAmong(database, ids) });
}
