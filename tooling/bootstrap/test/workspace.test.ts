import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { inRoot } from '../root-folder.mjs';
import { buildOutputs, lastWords, packageFolders } from '../workspace.mjs';

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
});

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
