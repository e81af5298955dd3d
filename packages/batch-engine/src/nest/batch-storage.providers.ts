import type { Provider } from '@nestjs/common';
import { provideRepositories } from '@trading-platform/database/nest';
import { BatchChanges } from '../storage/batch-changes.js';
import { BatchStore } from '../storage/batch-store.js';
import { SegmentStore } from '../storage/segment-store.js';
import { WorkQueue } from '../storage/work-queue.js';
import { BatchDatabase } from '../typeorm/batch-database.js';
import { BatchEntity } from '../typeorm/entities/batch.entity.js';
import { BatchOwnerEntity } from '../typeorm/entities/batch-owner.entity.js';
import { BatchTurnEntity } from '../typeorm/entities/batch-turn.entity.js';
import { EndedBatchEntity } from '../typeorm/entities/ended-batch.entity.js';
import {
  type BatchConnections,
  type BatchStorageOptions,
  openBatchConnections,
} from '../typeorm/open-batch-connections.js';
import { TypeOrmBatchChanges } from '../typeorm/repositories/typeorm-batch-changes.js';
import { TypeOrmBatchStore } from '../typeorm/repositories/typeorm-batch-store.js';
import { TransactionalQueue } from '../typeorm/transactional-queue.js';

/** The injection token of the object that holds all opened connections. */
export const BATCH_CONNECTIONS = Symbol('batch connections');

/** The options that the serving module and the producing module have in common. */
export interface StoredBatches {
  /** On PostgreSQL the queue is based on pg-boss, unless `openQueue` opens a different queue. */
  readonly storage: BatchStorageOptions;
  /**
   * The object to which two readiness checks are added: for the database of the batches, and for the bucket of their
   * segments. Without the bucket, a process that only serves is impaired (`impairs`): it serves everything except
   * records.
   */
  readonly readiness?: {
    add(name: string, check: () => Promise<unknown>, effect?: { readonly impairs?: boolean }): void;
  };
}

/**
 * Opens the database of the batches, and provides an adapter for each port.
 *
 * @param writesSegments if true, a bucket of segments is claimed before anything else begins; otherwise a bucket that
 * does not answer now is checked as soon as it answers
 */
export function batchStorageProviders(optionsToken: string | symbol, writesSegments: boolean): Provider[] {
  return [
    {
      provide: BATCH_CONNECTIONS,
      inject: [optionsToken],
      useFactory: async ({ storage: options, readiness }: StoredBatches): Promise<BatchConnections> => {
        const connections = await openBatchConnections({
          openQueue,
          ...options,
          segmentsMayBeAway: !writesSegments,
        });
        if (writesSegments) await claimSegments(connections);
        readiness?.add('batch database', () => connections.ping());
        if (connections.pingSegments !== undefined) {
          readiness?.add('segment bucket', () => connections.pingSegments!(), { impairs: !writesSegments });
        }
        return connections;
      },
    },
    { provide: BatchDatabase, inject: [BATCH_CONNECTIONS], useFactory: ({ database }: BatchConnections) => database },
    ...provideRepositories(BatchDatabase, [BatchEntity, BatchOwnerEntity, BatchTurnEntity, EndedBatchEntity]),
    { provide: TransactionalQueue, inject: [BATCH_CONNECTIONS], useFactory: ({ queue }: BatchConnections) => queue },
    { provide: WorkQueue, useExisting: TransactionalQueue },
    { provide: BatchStore, useClass: TypeOrmBatchStore },
    { provide: BatchChanges, useClass: TypeOrmBatchChanges },
    { provide: SegmentStore, inject: [BATCH_CONNECTIONS], useFactory: ({ segments }: BatchConnections) => segments },
  ];
}

/** Makes this database the owner of the prefix in the bucket. If another database owns the prefix, the connections are closed. */
async function claimSegments(connections: BatchConnections): Promise<void> {
  try {
    await connections.claimSegments?.();
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** SQLite does not need pg-boss, so the library is loaded only if it is required. */
const openQueue: NonNullable<BatchStorageOptions['openQueue']> = async (options) => {
  const { openPgBossQueue } = await import('../pg-boss/open-pg-boss-queue.js');
  return openPgBossQueue(options);
};
