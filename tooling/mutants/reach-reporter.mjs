import { relative } from 'node:path';
import { tell } from './tell.mjs';

/**
 * Tells the parent process, a line for each test file, how long it took and what it reached of which source. A file whose tests
 * fail, or of which Jest tells nothing, has reached nobody knows what.
 */
export default class ReachReporter {
  /** @param {import('@jest/reporters').Test} test @param {import('@jest/reporters').TestResult} result */
  onTestResult({ path }, { v8Coverage, perfStats, testExecError, numFailingTests }) {
    const failed = testExecError !== undefined || numFailingTests > 0;
    const sources = failed ? undefined : v8Coverage?.map(({ result }) => [inTree(result.url), rangesOf(result)]);
    tell([inTree(path), { ms: perfStats.runtime, ...(sources && { sources: Object.fromEntries(sources) }) }]);
  }
}

/**
 * Where each range of the compiled source begins and ends, and whether it ran.
 *
 * @param {import('node:inspector').Profiler.ScriptCoverage} coverage
 */
function rangesOf({ functions }) {
  return functions.flatMap(({ ranges }) =>
    ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, Math.min(count, 1)]),
  );
}

/** @param {string} path */
const inTree = (path) => relative(process.cwd(), path);
