import { describeSyncWithKills } from './sync-with-kills.js';

for (const database of ['sqlite', 'postgres'] as const) {
  describeSyncWithKills({
    database,
    mirrors: ['sqlite', 'postgres', 'folder'],
    seed: 42,
    rounds: 6,
    kills: 6,
    longestDelayMs: 4_000,
    timeoutMs: 1_800_000,
  });
}
