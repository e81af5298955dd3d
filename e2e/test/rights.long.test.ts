import { describePlatform } from '../src/describe-platform.js';
import { describeRights, settings } from './rights.js';

describePlatform('rights', { database: 'sqlite', services: ['auth', 'api'], settings }, (flow) =>
  describeRights(flow, { rounds: 5, isTimed: true }),
);
