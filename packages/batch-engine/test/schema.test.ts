import { describeSchema } from '@trading-platform/database/testing';
import { batchSchema, segmentSchema } from '../src/typeorm/batch-schema.js';

describeSchema('batches', batchSchema, { batch: { state: 'waiting' } });
describeSchema('segments on SQLite', segmentSchema);
