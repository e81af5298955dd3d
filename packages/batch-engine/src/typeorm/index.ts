export { batchIdentity, renewBatchIdentity } from './batch-identity.js';
export { continueBatchNumbers, lastBatchNumber } from './batch-numbers.js';
export { batchSchema, segmentSchema } from './batch-schema.js';
export { defaultBatchAddress } from './default-batch-address.js';
export { type BatchMigrations, migrateBatches, pendingBatchMigrations } from './migrate-batches.js';
export type { BatchStorageOptions } from './open-batch-connections.js';
export { type BatchStorage, openBatchStorage } from './open-batch-storage.js';
export type { QueueEntry, TransactionalQueue } from './transactional-queue.js';
