import { describe } from '@jest/globals';
import { itSurvivesFailovers } from './failover.js';

describe('a platform on PostgreSQL with a standby', () => {
  itSurvivesFailovers(1, 300_000);
});
