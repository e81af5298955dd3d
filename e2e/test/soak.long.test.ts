import { describeSoak } from './soak.js';

/**
 * The run takes two hours by default. Example of another length: `TEST_SOAK_MINUTES=10 TEST_SOAK_SEED=7 npm run
 * test:long -- e2e/test/soak.long`.
 */
const { TEST_SOAK_MINUTES: minutes = '120', TEST_SOAK_SEED: seed = '1' } = process.env;

describeSoak(Number(minutes), Number(seed));
