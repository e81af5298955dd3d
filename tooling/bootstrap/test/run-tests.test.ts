import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../root-folder.mjs';
import { runCommand } from '../run-command.mjs';
import { judge } from '../run-tests.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

describe('the verdict', () => {
  it.each([
    ['all passed', 0, { passed: 3, failed: 0 }, { passed: 3, failed: 0, failures: [] }],
    ['some failed', 1, { passed: 3, failed: 2 }, { passed: 3, failed: 2, failures: [] }],
    [
      'Jest failed though no test did',
      1,
      { passed: 3, failed: 0 },
      { passed: 3, failed: 1, failures: [expect.any(String)] },
    ],
    ['Jest crashed', 134, undefined, { passed: 0, failed: 1, failures: [expect.any(String)] }],
  ])('%s', (_, code, tally, expected) => {
    expect(judge(code, tally)).toEqual(expected);
  });
});

describe('the reporter', () => {
  it.each([
    ['a test that passes', 'test("a", () => undefined)', { passed: 1, failed: 0 }, 'PASS'],
    ['a test that fails', 'test("a", () => { throw new Error("no luck") })', { passed: 0, failed: 1 }, 'no luck'],
    ['a skipped test', 'test("a", () => undefined); test.skip("b", () => undefined)', { passed: 1, failed: 1 }, 'b: '],
    ['an unwritten test', 'test("a", () => undefined); test.todo("b")', { passed: 1, failed: 1 }, 'b: todo'],
    ['a file that does not load', 'import("./nowhere.js"); nowhere();', { passed: 0, failed: 1 }, 'nowhere'],
    ['a file without tests', 'export {}', { passed: 0, failed: 1 }, 'at least one test'],
  ])('counts %s', (_, source, tally, text) =>
    inTemporaryFolder(async (folder) => {
      folder.write('package.json', '{ "type": "commonjs" }');
      folder.write('a.test.js', source.replace('export {}', ''));
      const result = await jestIn(folder.path);
      expect(result.tally).toEqual(tally);
      expect(result.output).toContain(text);
    }),
  );
});

async function jestIn(folder: string) {
  const tallyFile = join(folder, 'tally.json');
  const { code, output } = await runCommand(
    process.execPath,
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      `--rootDir=${folder}`,
      '--config={}',
      '--ci',
      `--reporters=${inRoot('tooling', 'bootstrap', 'test-reporter.mjs')}`,
    ],
    { cwd: folder, env: { PATH: process.env.PATH, TEST_TALLY_FILE: tallyFile } },
  );
  const tally: unknown = existsSync(tallyFile) ? JSON.parse(readFileSync(tallyFile, 'utf8')) : undefined;
  return { code, output, tally };
}
