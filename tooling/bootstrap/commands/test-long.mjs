import { runTests } from '../run-tests.mjs';

/**
 * The long tests (`*.long.test.ts`): faults, load and soak.
 *
 * @param {string[]} paths
 */
export const run = (paths) => runTests({ paths, checks: false, long: true });
