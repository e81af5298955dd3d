import { describeSyncWithKills } from './sync-with-kills.js';

describeSyncWithKills({
  database: 'sqlite',
  size: '300',
  mirrors: ['sqlite'],
  seed: 20_261_123,
  rounds: 2,
  kills: 1,
  longestDelayMs: 2_000,
});
