import { describeSyncWithKills } from './sync-with-kills.js';

/**
 * Runs more rounds than the ordinary test, and with another seed if wanted: `TEST_SYNC_ROUNDS=20 TEST_SYNC_SEED=7 npm
 * run test:long -- e2e/test/sync.long`.
 */
const { TEST_SYNC_ROUNDS: rounds = '3', TEST_SYNC_SEED: seed = '42' } = process.env;
const roundTimeoutMs = 300_000;

for (const database of ['sqlite', 'postgres'] as const) {
  describeSyncWithKills({
    database,
    size: 'small',
    mirrors: ['sqlite', 'postgres', 'folder'],
    seed: Number(seed),
    rounds: Number(rounds),
    kills: 6,
    longestDelayMs: 4_000,
    timeoutMs: Number(rounds) * roundTimeoutMs,
  });
}
