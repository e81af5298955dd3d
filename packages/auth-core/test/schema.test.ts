import { describeSchema } from '@trading-platform/database/testing';
import { authSchema } from '../src/typeorm/index.js';

describeSchema('auth', authSchema);
