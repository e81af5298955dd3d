import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { definePackageTests } from '@trading-platform/jest-preset';
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

/** The test files, each with its counts and with the failures that are printed. */
const reported = [
  ['passes', 'test("a", () => undefined)', '1,', 'PASS'],
  ['fails', 'test("a", () => { throw new Error("no luck") })', '0 passed, 1 failed', 'no luck'],
  ['skipped', 'test("a", () => undefined); test.skip("b", () => undefined)', '1 passed, 1 failed', 'b: '],
  ['unwritten', 'test("a", () => undefined); test.todo("c")', '1 passed, 1 failed', 'c: todo'],
  ['unloadable', 'import("./nowhere.js"); nowhere();', '0 passed, 1 failed', 'nowhere'],
  ['empty', '', '0 passed, 1 failed', 'at least one test'],
] as const;

describe('the reporter', () => {
  it('counts each test that passes, and as failures all that fail, are skipped, unwritten or missing', () =>
    inTemporaryFolder(async (folder) => {
      folder.write('package.json', '{ "type": "commonjs" }');
      for (const [name, source] of reported) folder.write(`${name}.test.js`, source);
      const result = await jestIn(folder.path);
      expect(result.tally).toEqual({ passed: 3, failed: 5 });
      for (const [name, , counts, text] of reported) {
        expect(result.output).toContain(`${name}.test.js (${counts}`);
        expect(result.output).toContain(text);
      }
    }));
});

const ownConfig = JSON.stringify(definePackageTests('trial'));

const wrong = [
  ['fails', 'it("a", () => expect(1).toBe(2))', 'Expected: 2'],
  ['hangs', 'it("a", () => new Promise(() => undefined), 50)', 'Exceeded timeout of 50 ms'],
  ['asserts-too-little', 'it("a", () => { expect.assertions(1); })', 'expect.assertions(1)'],
  ['fails-in-a-hook', 'afterAll(() => { throw new Error("too late"); }); it("a", () => undefined)', 'too late'],
  [
    'rejects-unheard',
    'it("a", async () => { void Promise.reject(new Error("unheard")); await new Promise((done) => setTimeout(done, 20)); })',
    'unheard',
  ],
] as const;

describe('the runner of this repository', () => {
  it('reports each kind of failure', () =>
    inTemporaryFolder(async (folder) => {
      for (const [name, source] of wrong) {
        const begin = `import { afterAll, expect, it } from '@jest/globals';`;
        folder.write(`${name}.test.ts`, `${begin}\n${source};`);
      }
      const result = await jestIn(folder.path, ownConfig);
      expect(result).toMatchObject({ code: 1, tally: { failed: wrong.length } });
      for (const [name, , text] of wrong) {
        expect(result.output).toMatch(new RegExp(`${name}\\.test\\.ts \\(\\d passed, 1 failed`));
        expect(result.output).toContain(text);
      }
    }));

  it('gives the second file real timers, no mocks and the same modules', () =>
    inTemporaryFolder(async (folder) => {
      folder.write('shared.ts', 'export const names: string[] = [];');
      const begin = `
        import { expect, it, jest } from '@jest/globals';
        import { names } from './shared.js';
      `;
      const change = (name: string) => `${begin}
        it('${name}', async () => {
          await new Promise((done) => setTimeout(done, 1));
          expect(Math.random()).not.toBe(7);
          names.push('${name}');
          console.error(names.join());
          jest.useFakeTimers();
          jest.spyOn(Math, 'random').mockReturnValue(7);
        });`;
      folder.write('a.test.ts', change('a'));
      folder.write('b.test.ts', change('b'));
      const result = await jestIn(folder.path, ownConfig);
      expect(result).toMatchObject({ code: 0, tally: { passed: 2, failed: 0 } });
      expect(result.output).toMatch(/a,b|b,a/);
    }));
});

async function jestIn(folder: string, config = '{}') {
  const tallyFile = join(folder, 'tally.json');
  const { code, output } = await runCommand(
    process.execPath,
    [
      inRoot('node_modules', 'jest', 'bin', 'jest.js'),
      `--rootDir=${folder}`,
      `--config=${config}`,
      '--runInBand',
      '--ci',
      `--reporters=${inRoot('tooling', 'bootstrap', 'test-reporter.mjs')}`,
    ],
    { cwd: folder, env: { PATH: process.env.PATH, TEST_TALLY_FILE: tallyFile } },
  );
  const tally: { passed: number; failed: number } | undefined = existsSync(tallyFile)
    ? JSON.parse(readFileSync(tallyFile, 'utf8'))
    : undefined;
  return { code, output, tally };
}
