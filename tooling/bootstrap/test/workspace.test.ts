import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../root-folder.mjs';
import { buildInputs, buildOutputs, lastWords, packageFolders } from '../workspace.mjs';

describe('workspace', () => {
  it('finds packages in all rooms', () => {
    const expected = ['apps/api', 'packages/database', 'tooling/bootstrap', 'e2e'].map((folder) => inRoot(folder));
    expect(packageFolders()).toEqual(expect.arrayContaining(expected));
  });

  it('expects of a build what a build makes, so that nothing is built twice', () => {
    const missing = buildOutputs(packageFolders()).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
    expect(buildOutputs(packageFolders())).toContain(join(inRoot('packages/database'), 'dist', '.tsbuildinfo'));
  });

  it('builds again after a change of whatever a build reads', () => {
    const folders = packageFolders();
    const inputs = buildInputs(folders);
    const isCovered = (path: string) => inputs.some((input) => path === input || path.startsWith(`${input}/`));
    const read = folders.flatMap((folder) => {
      const path = join(folder, 'turbo.json');
      return existsSync(path) ? inputsOf(readFileSync(path, 'utf8'), folder) : [];
    });
    expect(read).toContain(inRoot('apps/console/web'));
    expect(read.filter((path) => !isCovered(path))).toEqual([]);
  });
});

/** Returns what the task `build` and the tasks before it read, without the patterns. */
function inputsOf(turbo: string, folder: string): readonly string[] {
  const json = turbo.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(?=\s*[}\]])/g, '');
  const tasks: Record<string, { readonly inputs?: readonly string[] }> = JSON.parse(json).tasks ?? {};
  return Object.entries(tasks)
    .filter(([name]) => name === 'build' || name === 'guide')
    .flatMap(([, { inputs = [] }]) => inputs)
    .filter((input) => !input.startsWith('!'))
    .map((input) => {
      const path = input.replace(/\/?\*.*$/, '');
      return path.startsWith('$TURBO_ROOT$/') ? inRoot(path.slice('$TURBO_ROOT$/'.length)) : join(folder, path);
    });
}

describe('lastWords', () => {
  it.each([
    ['first\n\nsrc/a.ts(1,2): error TS2305: no member\nlast\n', 'src/a.ts(1,2): error TS2305: no member'],
    ['    at here\nError: no luck\n    at there\n', 'Error: no luck'],
    ['one\ntwo\n', 'two'],
    ['', 'it printed nothing'],
  ])('%#: takes the line that says why', (output, line) => {
    expect(lastWords(output)).toBe(line);
  });
});
