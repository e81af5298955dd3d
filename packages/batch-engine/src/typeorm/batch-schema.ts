import type { Schema } from '@trading-platform/database';
import { BatchEntity } from './entities/batch.entity.js';
import { BatchIdentityEntity } from './entities/batch-identity.entity.js';
import { BatchInputEntity } from './entities/batch-input.entity.js';
import { BatchKeyEntity } from './entities/batch-key.entity.js';
import { BatchOwnerEntity } from './entities/batch-owner.entity.js';
import { BatchTurnEntity } from './entities/batch-turn.entity.js';
import { EndedBatchEntity } from './entities/ended-batch.entity.js';
import { PostgresSegmentEntity, SqliteSegmentEntity } from './entities/segment.entity.js';
import { CreateBatches1763700000000 } from './migrations/1763700000000-create-batches.js';
import { CreateSegments1763700000001 } from './migrations/1763700000001-create-segments.js';
import { CountBatches1763700000002 } from './migrations/1763700000002-count-batches.js';
import { KeepInputs1763700000003 } from './migrations/1763700000003-keep-inputs.js';
import { TellOfBatches1763700000004 } from './migrations/1763700000004-tell-of-batches.js';
import { TellChanges1763700000005 } from './migrations/1763700000005-tell-changes.js';
import { ReuseBatches1763700000006 } from './migrations/1763700000006-reuse-batches.js';
import { FindOldestBatch1763700000008 } from './migrations/1763700000008-find-oldest-batch.js';
import { TraceBatches1763700000009 } from './migrations/1763700000009-trace-batches.js';
import { KeepRows1763700000010 } from './migrations/1763700000010-keep-rows.js';
import { IdentifyBatches1763700000011 } from './migrations/1763700000011-identify-batches.js';
import { TellLastReads1763700000012 } from './migrations/1763700000012-tell-last-reads.js';
import { KeepCriteria1763700000013 } from './migrations/1763700000013-keep-criteria.js';
import { TellAfterCommit1763700000014 } from './migrations/1763700000014-tell-after-commit.js';

const entities = [
  BatchEntity,
  BatchTurnEntity,
  BatchOwnerEntity,
  BatchInputEntity,
  BatchKeyEntity,
  EndedBatchEntity,
  BatchIdentityEntity,
];

/** The rows of batches; on PostgreSQL their segments as well. */
export const batchSchema = {
  entities: { sqlite: entities, postgres: [...entities, PostgresSegmentEntity] },
  migrations: {
    sqlite: [
      CreateBatches1763700000000,
      CountBatches1763700000002,
      KeepInputs1763700000003,
      TellChanges1763700000005,
      ReuseBatches1763700000006,
      FindOldestBatch1763700000008,
      TraceBatches1763700000009,
      KeepRows1763700000010,
      IdentifyBatches1763700000011,
      TellLastReads1763700000012,
      KeepCriteria1763700000013,
    ],
    postgres: [
      CreateBatches1763700000000,
      CreateSegments1763700000001,
      CountBatches1763700000002,
      KeepInputs1763700000003,
      TellOfBatches1763700000004,
      TellChanges1763700000005,
      ReuseBatches1763700000006,
      FindOldestBatch1763700000008,
      TraceBatches1763700000009,
      KeepRows1763700000010,
      IdentifyBatches1763700000011,
      TellLastReads1763700000012,
      KeepCriteria1763700000013,
      TellAfterCommit1763700000014,
    ],
  },
} satisfies Schema;

/** The segments on SQLite, in a file of their own. */
export const segmentSchema = {
  entities: { sqlite: [SqliteSegmentEntity], postgres: [] },
  migrations: { sqlite: [CreateSegments1763700000001], postgres: [] },
} satisfies Schema;
