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

const ownConfig = JSON.stringify(definePackageTests('trial'));

describe('the runner of this repository', () => {
  it.each([
    ['a test that fails', 'it("a", () => expect(1).toBe(2))', 'Expected: 2'],
    ['a test that hangs', 'it("a", () => new Promise(() => undefined), 50)', 'Exceeded timeout of 50 ms'],
    ['a missing assertion', 'it("a", () => { expect.assertions(1); })', 'expect.assertions(1)'],
    ['an error in a hook', 'afterAll(() => { throw new Error("too late"); }); it("a", () => undefined)', 'too late'],
    [
      'a rejection that nobody handles',
      'it("a", async () => { void Promise.reject(new Error("unheard")); await new Promise((done) => setTimeout(done, 20)); })',
      'unheard',
    ],
  ])('reports %s', (_, source, text) =>
    inTemporaryFolder(async (folder) => {
      folder.write('a.test.ts', `import { afterAll, expect, it } from '@jest/globals';\n${source};`);
      const result = await jestIn(folder.path, ownConfig);
      expect(result.code).toBe(1);
      expect(result.tally?.failed).toBe(1);
      expect(result.output).toContain(text);
    }),
  );

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
