import { runTests } from '../run-tests.mjs';

/**
 * Every check and every test; with paths, only the tests under them.
 *
 * @param {string[]} paths
 */
export const run = (paths) => runTests({ paths, checks: paths.length === 0, long: false });
