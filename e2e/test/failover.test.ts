import { describe } from '@jest/globals';
import { itSurvivesFailovers } from './failover.js';

describe('a platform on PostgreSQL with a standby', () => {
  itSurvivesFailovers({ rounds: 1, loss: 'killed' }, 300_000);
});
