import type { BatchChanges } from '../storage/batch-changes.js';
import type { BatchStore } from '../storage/batch-store.js';
import { type BatchConnections, type BatchStorageOptions, openBatchConnections } from './open-batch-connections.js';
import { openBatchStores } from './open-batch-stores.js';

/** The stores of the engine, and all connections that were opened for them. */
export interface BatchStorage extends BatchConnections {
  readonly batches: BatchStore;
  readonly changes: BatchChanges;
}

/**
 * Opens the stores of the engine and runs missing migrations. Several processes may start at the same time.
 *
 * @throws DatabaseAddressError when the address cannot be read
 * @throws MigrationsMissingError with `migrate: false`, if anything is missing
 * @throws S3AddressError, ObjectStorageError when `segments` are wrong, do not answer, or belong to another database
 */
export async function openBatchStorage(options: BatchStorageOptions): Promise<BatchStorage> {
  const connections = await openBatchConnections(options);
  return { ...connections, ...openBatchStores(connections.database, connections.queue) };
}
