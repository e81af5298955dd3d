import { relative } from 'node:path';
import { tell } from './tell.mjs';

/** Tells the parent process, a line each, which test file runs and which test fails first. The parent ends the run then. */
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

/** @param {string} kind @param {string} path @param {string} [title] @param {string} [reason] */
function tellOf(kind, path, title = '', reason = '') {
  tell([kind, relative(process.cwd(), path), title, reason]);
}
