import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesOf } from '../pack.mjs';
import { problemsOf } from '../package-problems.mjs';
import { sizeProblems } from '../sizes.mjs';

/** This package has every defect that our own checks look for, and no defect that `publint` or `attw` would report. */
const badPackage = {
  'package.json': JSON.stringify({
    name: '@trading-platform/bad',
    version: '0.1.0',
    description: 'Bad.',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['dist'],
    exports: { './hidden': './dist/index.js', './package.json': './package.json' },
    dependencies: { '@trading-platform/terminal': '^0.1.0' },
    peerDependencies: { '@trading-platform/database': '0.1.0', express: '>=5', typeorm: '1.1.1' },
  }),
  'README.md': '# Bad\n\n```ts\nconst good = false;\n```\n',
  'dist/index.js': "export { Double } from './testing/double.js';\n",
  'dist/index.js.map': JSON.stringify({ sources: ['../src/index.ts'] }),
  'dist/testing/double.js': 'export class Double {}\n',
};

const folder = mkdtempSync(join(tmpdir(), 'bad-package-'));
let tarball: string;

function pack(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, 'package', path)), { recursive: true });
    writeFileSync(join(folder, name, 'package', path), text);
  }
  spawnSync('tar', ['czf', join(folder, `${name}.tgz`), '-C', join(folder, name), 'package']);
  return join(folder, `${name}.tgz`);
}

beforeAll(() => {
  tarball = pack('bad', badPackage);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads the files of a tarball', () => {
  const files = filesOf(tarball);
  expect([...files.keys()].toSorted()).toEqual(Object.keys(badPackage).toSorted());
  for (const [path, text] of Object.entries(badPackage)) expect(files.get(path)?.toString()).toBe(text);
});

it('reports all defects of a package', async () => {
  const name = '@trading-platform/bad';
  expect(await problemsOf({ name, folder: 'packages/bad', manifest: {}, tarball })).toEqual([
    'its manifest has no "keywords"',
    'its manifest has no "author"',
    'its manifest has no "repository"',
    'its manifest has no "publishConfig"',
    'it depends on the fixed version 0.1.0 of @trading-platform/database',
    'its peer express has no upper bound: >=5',
    'its dependency @trading-platform/terminal needs Node >=22.13',
    'LICENSE is not packed',
    'in its README the first ten lines do not say what it is not for',
    'in its README the program that begins with "const good = false;" does not begin with its imports',
    'in its README nothing checks the program that begins with "const good = false;": show its output, write "// Needs" in it, or import it in another program',
    'in its README no program imports @trading-platform/bad/hidden',
    'dist/index.js.map points to ../src/index.ts, which is not packed',
    'dist/index.js loads dist/testing/double.js',
    'its README lacks the line "Size: less than … kB packed, … MB installed with all it needs."',
  ]);
});

it('reports the findings of publint and attw', async () => {
  const name = '@trading-platform/odd';
  const exports = { '.': { types: './dist/index.d.cts', default: './dist/index.js' }, './gone': './dist/gone.js' };
  const odd = pack('odd', {
    'package.json': JSON.stringify({ name, version: '0.1.0', type: 'module', files: ['dist'], exports }),
    'dist/index.js': 'export const port = 1;\n',
    'dist/index.d.cts': 'export declare const port: number;\n',
  });
  const problems = await problemsOf({ name, folder: 'packages/odd', manifest: {}, tarball: odd });
  expect(problems.filter((problem) => /^(publint|attw):/.test(problem))).toEqual([
    expect.stringMatching(/^publint: .*"?dist\/gone\.js.* does not exist/),
    expect.stringMatching(/^attw: Types are CJS, but implementation is ESM \{.*index\.d\.cts/),
    'attw: Resolution failed {"entrypoint":"./gone","resolutionKind":"node16-esm"}',
    'attw: Resolution failed {"entrypoint":"./gone","resolutionKind":"bundler"}',
  ]);
});

describe('sizeProblems', () => {
  const readme = '# Good\n\nSize: less than 100 kB packed, 0.5 MB installed with all it needs.\n';

  it('names each size that is not below the promise of the README', () => {
    expect(sizeProblems(readme, { packedKb: 99 })).toEqual([]);
    expect(sizeProblems(readme, { installedMb: 0.4 })).toEqual([]);
    expect(sizeProblems(readme, { packedKb: 100, installedMb: 0.5 })).toEqual([
      'packedKb is 100, but its README promises less than 100: find the reason',
      'installedMb is 0.5, but its README promises less than 0.5: find the reason',
    ]);
  });
});
