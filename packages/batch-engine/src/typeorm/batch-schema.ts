import type { Schema } from '@trading-platform/database';
import { BatchEntity } from './entities/batch.entity.js';
import { BatchIdentityEntity } from './entities/batch-identity.entity.js';
import { BatchInputEntity } from './entities/batch-input.entity.js';
import { BatchKeyEntity } from './entities/batch-key.entity.js';
import { BatchOwnerEntity } from './entities/batch-owner.entity.js';
import { BatchReaderEntity } from './entities/batch-reader.entity.js';
import { BatchTurnEntity } from './entities/batch-turn.entity.js';
import { EndedBatchEntity } from './entities/ended-batch.entity.js';
import { PostgresSegmentEntity, SqliteSegmentEntity } from './entities/segment.entity.js';
import { CreateBatches1795651200000 } from './migrations/1795651200000-create-batches.js';
import { CreateSegments1795651200001 } from './migrations/1795651200001-create-segments.js';
import { AddToldEnds1795737600200 } from './migrations/1795737600200-add-told-ends.js';
import { AddBatchReaders1796170600000 } from './migrations/1796170600000-add-batch-readers.js';
import { AddBatchUsers1796342400000 } from './migrations/1796342400000-add-batch-users.js';

const entities = [
  BatchEntity,
  BatchTurnEntity,
  BatchOwnerEntity,
  BatchInputEntity,
  BatchKeyEntity,
  BatchReaderEntity,
  EndedBatchEntity,
  BatchIdentityEntity,
];

/** The tables for the rows of batches. On PostgreSQL the tables include the tables for segments. */
export const batchSchema = {
  entities: { sqlite: entities, postgres: [...entities, PostgresSegmentEntity] },
  migrations: {
    sqlite: [
      CreateBatches1795651200000,
      AddToldEnds1795737600200,
      AddBatchReaders1796170600000,
      AddBatchUsers1796342400000,
    ],
    postgres: [
      CreateBatches1795651200000,
      CreateSegments1795651200001,
      AddToldEnds1795737600200,
      AddBatchReaders1796170600000,
      AddBatchUsers1796342400000,
    ],
  },
} satisfies Schema;

/** The table for segments on SQLite, which is in a separate file. */
export const segmentSchema = {
  entities: { sqlite: [SqliteSegmentEntity], postgres: [] },
  migrations: { sqlite: [CreateSegments1795651200001], postgres: [] },
} satisfies Schema;
