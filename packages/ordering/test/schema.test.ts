import { describeSchema } from '@trading-platform/database/testing';
import { orderingSchema } from '../src/typeorm/index.js';

describeSchema('ordering', orderingSchema);
