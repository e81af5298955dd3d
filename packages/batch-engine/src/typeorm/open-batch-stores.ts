import type { BatchDatabase } from './batch-database.js';
import { BatchEntity } from './entities/batch.entity.js';
import { BatchOwnerEntity } from './entities/batch-owner.entity.js';
import { BatchTurnEntity } from './entities/batch-turn.entity.js';
import { EndedBatchEntity } from './entities/ended-batch.entity.js';
import { TypeOrmBatchChanges } from './repositories/typeorm-batch-changes.js';
import { TypeOrmBatchStore } from './repositories/typeorm-batch-store.js';
import type { TransactionalQueue } from './transactional-queue.js';

/** Creates the adapters for a database whose migrations have run. The Nest modules provide the same adapters. */
export function openBatchStores(database: BatchDatabase, queue?: TransactionalQueue) {
  const of = <Row extends object>(entity: new () => Row) => database.manager.getRepository(entity);
  return {
    batches: new TypeOrmBatchStore(
      database,
      of(BatchEntity),
      of(BatchOwnerEntity),
      of(BatchTurnEntity),
      of(EndedBatchEntity),
      queue,
    ),
    changes: new TypeOrmBatchChanges(database),
  };
}
