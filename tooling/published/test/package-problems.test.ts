import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { filesOf } from '../pack.mjs';
import { problemsOf } from '../package-problems.mjs';
import { tooLarge } from '../sizes.mjs';

/** Everything that our own checks look for is wrong with it; the tools of others find nothing. */
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
    exports: { './package.json': './package.json' },
    peerDependencies: { '@trading-platform/database': '0.1.0', typeorm: '1.1.1' },
  }),
  'README.md': '# Bad\n\n```ts\nconst good = false;\n```\n',
  'dist/index.js': "export { Double } from './testing/double.js';\n",
  'dist/index.js.map': JSON.stringify({ sources: ['../src/index.ts'] }),
  'dist/testing/double.js': 'export class Double {}\n',
};

const folder = mkdtempSync(join(tmpdir(), 'bad-package-'));
const tarball = join(folder, 'bad.tgz');

beforeAll(() => {
  for (const [path, text] of Object.entries(badPackage)) {
    mkdirSync(dirname(join(folder, 'package', path)), { recursive: true });
    writeFileSync(join(folder, 'package', path), text);
  }
  spawnSync('tar', ['czf', tarball, '-C', folder, 'package']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reads the files of a tarball', () => {
  const files = filesOf(tarball);
  expect([...files.keys()].toSorted()).toEqual(Object.keys(badPackage).toSorted());
  for (const [path, text] of Object.entries(badPackage)) expect(files.get(path)?.toString()).toBe(text);
});

it('tells everything that is wrong with a package', async () => {
  const name = '@trading-platform/bad';
  const hint = 'look why; then: pnpm run sizes';
  expect(await problemsOf({ name, folder: 'packages/bad', manifest: {}, tarball })).toEqual([
    'its manifest has no "keywords"',
    'its manifest has no "author"',
    'its manifest has no "repository"',
    'its manifest has no "publishConfig"',
    'it fixes @trading-platform/database at 0.1.0',
    'LICENSE is not packed',
    'in its README the first ten lines do not say what it is not for',
    'in its README the program that begins with "const good = false;" does not begin with its imports',
    'in its README the program that begins with "const good = false;" neither says what it prints nor "// Fragment" or "// Needs"',
    'dist/index.js.map points to ../src/index.ts, which is not packed',
    'dist/index.js loads dist/testing/double.js',
    `its size is not recorded: ${hint}`,
  ]);
});

describe('tooLarge', () => {
  const recorded = { packedKb: 100, unpackedKb: 1_000, installedMb: 5 };

  it('lets a package grow by a tenth, and by the kilobyte that rounding adds', () => {
    expect(tooLarge(recorded, { packedKb: 111, unpackedKb: 1_101 })).toBeUndefined();
    expect(tooLarge({ ...recorded, packedKb: 8 }, { packedKb: 9 })).toBeUndefined();
    expect(tooLarge(recorded, { installedMb: 5.5 })).toBeUndefined();
  });

  it('tells what has grown by more', () => {
    expect(tooLarge(recorded, { packedKb: 112, unpackedKb: 1_100 })).toBe('packedKb has grown from 100 to 112');
    expect(tooLarge(recorded, { packedKb: 110, unpackedKb: 1_102 })).toBe('unpackedKb has grown from 1000 to 1102');
    expect(tooLarge(recorded, { installedMb: 5.6 })).toBe('installedMb has grown from 5 to 5.6');
  });
});
