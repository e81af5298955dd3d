import type { Provider } from '@nestjs/common';
import { BatchChanges } from '../storage/batch-changes.js';
import { BatchStore } from '../storage/batch-store.js';
import { SegmentStore } from '../storage/segment-store.js';
import { WorkQueue } from '../storage/work-queue.js';
import { type BatchStorage, type BatchStorageOptions, openBatchStorage } from '../typeorm/open-batch-storage.js';

/** The token under which the opened storage is injected; its stores are injected under their ports. */
export const BATCH_STORAGE = Symbol('batch storage');

/** What both modules must know. */
export interface StoredBatches {
  /** On PostgreSQL the queue is that of pg-boss, unless `openQueue` opens another. */
  readonly storage: BatchStorageOptions;
  /** Told how to ask whether the database of the batches answers, and the bucket of their segments. */
  readonly readiness?: { add(name: string, check: () => Promise<unknown>): void };
}

/**
 * Opens the storage and provides each of its ports.
 *
 * @param writesSegments a bucket of segments is claimed before anything else begins
 */
export function batchStorageProviders(optionsToken: string | symbol, writesSegments: boolean): Provider[] {
  return [
    {
      provide: BATCH_STORAGE,
      inject: [optionsToken],
      useFactory: async ({ storage: options, readiness }: StoredBatches): Promise<BatchStorage> => {
        const storage = await openBatchStorage({ openQueue, ...options });
        if (writesSegments) await claimSegments(storage);
        readiness?.add('batch database', () => storage.ping());
        if (storage.pingSegments !== undefined) readiness?.add('segment bucket', () => storage.pingSegments!());
        return storage;
      },
    },
    { provide: BatchStore, inject: [BATCH_STORAGE], useFactory: ({ batches }: BatchStorage) => batches },
    { provide: BatchChanges, inject: [BATCH_STORAGE], useFactory: ({ changes }: BatchStorage) => changes },
    { provide: SegmentStore, inject: [BATCH_STORAGE], useFactory: ({ segments }: BatchStorage) => segments },
    { provide: WorkQueue, inject: [BATCH_STORAGE], useFactory: ({ queue }: BatchStorage) => queue },
  ];
}

/** A storage that cannot be used is closed. */
async function claimSegments(storage: BatchStorage): Promise<void> {
  try {
    await storage.claimSegments?.();
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** SQLite has no need of pg-boss, so it is loaded only when it is asked for. */
const openQueue: NonNullable<BatchStorageOptions['openQueue']> = async (options) => {
  const { openPgBossQueue } = await import('../pg-boss/open-pg-boss-queue.js');
  return openPgBossQueue(options);
};
