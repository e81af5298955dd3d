import { relative } from 'node:path';

/**
 * Writes for the parent process which test file is running and which test has failed. Each message is one line. The
 * parent process ends the run at the first failure.
 */
export default class FirstFailureReporter {
  /** @param {import('@jest/reporters').Test} test */
  onTestFileStart({ path }) {
    tellOf('begin', path);
  }

  /** @param {import('@jest/reporters').Test} test @param {import('@jest/reporters').TestCaseResult} result */
  onTestCaseResult({ path }, { status, fullName, failureMessages }) {
    const [reason = ''] = failureMessages.map((message) => message.split('\n')[0]);
    tellOf(status === 'failed' ? 'failed' : 'ended', path, fullName, reason);
  }

  /** @param {import('@jest/reporters').Test} test @param {import('@jest/reporters').TestResult} result */
  onTestResult({ path }, { testExecError, numFailingTests }) {
    if (testExecError || numFailingTests > 0) tellOf('failed', path, '', testExecError?.message);
  }
}

/**
 * Writes an object as a line of JSON. Line readers treat U+2028 and U+2029 as line ends, but JSON.stringify does not
 * escape them.
 *
 * @param {string} kind @param {string} path @param {string} [title] @param {string} [reason]
 */
function tellOf(kind, path, title = '', reason = '') {
  const json = JSON.stringify([kind, relative(process.cwd(), path), title, reason]);
  process.stdout.write(`${json.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)}\n`);
}
