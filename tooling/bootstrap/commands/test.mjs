import { runTests } from '../run-tests.mjs';

/**
 * Runs every check and every test. If paths are given, runs only the tests in these paths.
 *
 * @param {string[]} paths
 */
export const run = (paths) => runTests({ paths, checks: paths.length === 0, long: false });
