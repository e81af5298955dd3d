export { batchSchema, segmentSchema } from './batch-schema.js';
export { defaultBatchAddress } from './default-batch-address.js';
export { type BatchStorage, type BatchStorageOptions, openBatchStorage } from './open-batch-storage.js';
export { SqlBatchStore } from './sql-batch-store.js';
export { PostgresSegmentStore } from './statements/postgres-segment-store.js';
export { SqliteSegmentStore } from './statements/sqlite-segment-store.js';
export type { QueueEntry, TransactionalQueue } from './transactional-queue.js';
