import { describeSyncWithKills } from './sync-with-kills.js';

describeSyncWithKills({
  database: 'sqlite',
  size: '100',
  mirrors: ['sqlite'],
  seed: 20_261_123,
  rounds: 1,
  kills: 1,
  longestDelayMs: 2_000,
});
