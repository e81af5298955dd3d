import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it, jest } from '@jest/globals';
import FirstFailureReporter from '../first-failure-reporter.mjs';

afterEach(() => {
  jest.restoreAllMocks();
});

it('reports each test on one line, whatever line ends its title contains', async () => {
  const output = new PassThrough();
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => output.write(text));
  const title = 'reads "a\u2028b\u2029c\r\nd"';
  const told = once(createInterface({ input: output }), 'line');
  new FirstFailureReporter().onTestCaseResult(
    { path: `${process.cwd()}/some.test.ts` } as never,
    { status: 'passed', fullName: title, failureMessages: [] } as never,
  );
  expect(JSON.parse(((await told) as [string])[0])).toEqual(['ended', 'some.test.ts', title, '']);
});
