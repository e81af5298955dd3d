import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rootFolder } from './root-folder.mjs';

/**
 * Prints one line for each test file as soon as its results arrive, and all failures in full at the end. Skipped and
 * unfinished tests count as failed: nothing in this repository is skipped. The counts are written to the file
 * `TEST_TALLY_FILE`.
 */
export default class TestReporter {
  /** @param {unknown} _test @param {import('@jest/test-result').TestResult} result */
  onTestResult(_test, result) {
    const { passed, failed } = tallyOf(result);
    const seconds = ((result.perfStats.end - result.perfStats.start) / 1000).toFixed(1);
    const counts = failed === 0 ? `${passed}` : `${passed} passed, ${failed} failed`;
    print(`${failed === 0 ? 'PASS' : 'FAIL'} ${shortPath(result)} (${counts}, ${seconds} s)`);
    for (const entry of result.console ?? []) print(`  console.${entry.type}: ${entry.message}`);
  }

  /** @param {unknown} _contexts @param {import('@jest/test-result').AggregatedResult} results */
  onRunComplete(_contexts, results) {
    const tally = { passed: 0, failed: 0 };
    for (const result of results.testResults) {
      const { passed, failed } = tallyOf(result);
      tally.passed += passed;
      tally.failed += failed;
      printFailures(result);
    }
    if (results.runExecError !== undefined) {
      tally.failed += 1;
      print(`\n● ${results.runExecError.message}`);
    }
    if (results.wasInterrupted) tally.failed += 1;
    const file = process.env.TEST_TALLY_FILE;
    if (file !== undefined) writeFileSync(file, JSON.stringify(tally));
  }
}

/**
 * A test file that could not be loaded, or that contains no test, counts as one failed test.
 *
 * @param {import('@jest/test-result').TestResult} result
 */
function tallyOf(result) {
  const passed = result.testResults.filter(({ status }) => status === 'passed').length;
  const others = result.testResults.length - passed;
  const broken = result.testExecError !== undefined && result.testExecError !== null;
  return { passed, failed: broken || result.testResults.length === 0 ? Math.max(others, 1) : others };
}

/** @param {import('@jest/test-result').TestResult} result */
function printFailures(result) {
  const notRun = result.testResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
  if (!result.failureMessage && notRun.length === 0) return;
  print(`\n───── ${shortPath(result)}`);
  if (result.failureMessage) print(result.failureMessage.trimEnd());
  for (const { fullName, status } of notRun) print(`  ● ${fullName}: ${status}, but nothing may be skipped`);
}

/** @param {import('@jest/test-result').TestResult} result */
function shortPath(result) {
  return relative(rootFolder, result.testFilePath);
}

/** @param {string} text */
function print(text) {
  process.stdout.write(`${text}\n`);
}
