import { relative } from 'node:path';

/** Tells the parent process, a line each, which test file runs and which test fails first. The parent ends the run then. */
export default class FirstFailureReporter {
  /** @param {import('@jest/reporters').Test} test */
  onTestFileStart({ path }) {
    tell('begin', path);
  }

  /** @param {import('@jest/reporters').Test} test @param {import('@jest/reporters').TestCaseResult} result */
  onTestCaseResult({ path }, { status, fullName, failureMessages }) {
    const [reason = ''] = failureMessages.map((message) => message.split('\n')[0]);
    tell(status === 'failed' ? 'failed' : 'ended', path, fullName, reason);
  }

  /** @param {import('@jest/reporters').Test} test @param {import('@jest/reporters').TestResult} result */
  onTestResult({ path }, { testExecError, numFailingTests }) {
    if (testExecError || numFailingTests > 0) tell('failed', path, '', testExecError?.message);
  }
}

/** @param {string} kind @param {string} path @param {string} [title] @param {string} [reason] */
function tell(kind, path, title = '', reason = '') {
  process.stdout.write(`${oneLine(JSON.stringify([kind, relative(process.cwd(), path), title, reason]))}\n`);
}

/** Whoever reads by lines takes U+2028 and U+2029 for ends of lines; JSON lets them stand as they are. @param {string} json */
function oneLine(json) {
  return json.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}
