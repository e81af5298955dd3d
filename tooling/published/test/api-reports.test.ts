import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastRelease, releaseTitle } from '@trading-platform/bootstrap/last-release';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { builtTypes } from '../api/report.mjs';
import { typesOfRelease } from '../api/types-of-release.mjs';
import { announcementsOf, lostLines, unannounced } from '../api/unannounced.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'api-reports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const name = '@trading-platform/shop';
const exports = {
  '.': { types: './dist/index.d.ts', default: './dist/index.js' },
  './nest/server': { types: './dist/server.d.ts', default: './dist/server.js' },
  './package.json': './package.json',
};
const buy = 'export declare function buy(what: string): void;\n';
const port = 'export declare const port: number;\n';

/** Builds a package with these `.d.ts` files. */
function builtShop(version: string, types: string, server = port) {
  write({
    'packages/shop/package.json': JSON.stringify({ name, version, type: 'module', exports }),
    'packages/shop/dist/index.d.ts': types,
    'packages/shop/dist/server.d.ts': server,
  });
  return builtTypes(root);
}

describe('builtTypes', () => {
  it('has the types of each entry, and the types to which they refer', () => {
    const types =
      'interface Hidden {\n  kind: string;\n}\nexport {};\nexport declare function buy(what: Hidden): void;\n';
    expect(builtShop('0.2.0', types)).toEqual([
      {
        name,
        version: '0.2.0',
        entries: {
          [name]: expect.stringMatching(/export function buy\(what: Hidden\): void;[^]*kind: string;/),
          [`${name}/nest/server`]: expect.stringContaining('export const port: number;'),
        },
      },
    ]);
  });
});

const report = (...lines: readonly string[]) => ['## API', '', '```ts', '', ...lines, '', '```', ''].join('\n');

/** The public types of a package that exports `buy`, in the form of the reports. */
const reported = (version: string, line = 'export function buy(what: string): void;') => [
  { name, version, entries: { [name]: report(line), [`${name}/nest/server`]: report('export const port: number;') } },
];

describe('unannounced', () => {
  it('requires nothing if types were only added, documented or moved', () => {
    const sell = 'export declare function sell(): void;\n';
    const before = builtShop('0.2.0', `${buy}${sell}`);
    const now = builtShop('0.2.0', `${sell}/** Buys. */\n${buy}export declare const price: number;\n`);
    expect(unannounced(before, now, [])).toEqual([]);
  });

  it.each([
    ['0.2.0', 'patch', 'minor', '0.3.0'],
    ['1.2.0', 'minor', 'major', '2.0.0'],
  ])('requires at %s more than a %s step', (version, tooSmall, wanted, next) => {
    const before = reported(version);
    const wider = 'export function buy(what: string, count: number): void;';
    const now = reported(version, wider);
    const problem = `${name}: ${name} no longer has "export function buy(what: string): void;", which ${version} has: a changeset must announce a ${wanted} step`;
    expect(unannounced(before, now, [])).toEqual([problem]);
    const others = { name: '@trading-platform/other', type: 'major' };
    expect(unannounced(before, now, [{ name, type: tooSmall }, others])).toEqual([problem]);
    expect(unannounced(before, now, [{ name, type: wanted }])).toEqual([]);
    expect(unannounced(before, reported(next, wider), [])).toEqual([]);
  });

  it('requires a step for a removed entry', () => {
    const before = reported('0.2.0');
    const now = before.map((each) => ({ ...each, entries: { [name]: each.entries[name] ?? '' } }));
    expect(unannounced(before, now, [])).toEqual([
      `${name}: ${name}/nest/server no longer has "export const port: number;", which 0.2.0 has: a changeset must announce a minor step`,
    ]);
  });
});

/** A changeset that declares a loss compatible: lines with this beginning may disappear. */
const changeset = (of: string, beginning: string) => ({
  summary: `Added: A thing.\n\ncompatible: \`other\`,\n\`${beginning}\``,
  releases: [{ name: of, type: 'minor' }],
});

describe('announcementsOf', () => {
  it('allows a lost line if a changeset of its package says that it is compatible', () => {
    const before = reported('1.2.0');
    const now = reported('1.2.0', 'export function buy(thing: string): void;');
    const problems = (of: string, beginning: string) =>
      unannounced(before, now, announcementsOf(changeset(of, beginning)));
    expect(problems(name, 'export function buy(')).toEqual([]);
    expect(problems(name, 'export function sell(')).toHaveLength(1);
    expect(problems('@trading-platform/other', 'export function buy(')).toHaveLength(1);
  });
});

describe('lostLines', () => {
  it('has each lost line as often as it was lost', () => {
    const before = report('// @public', 'export interface A {', '    b: string;', '    b: string;', '}');
    const after = report('export interface A {', '        c: number;', '    b: string;', '}');
    expect(lostLines(before, after)).toEqual(['b: string;']);
    expect(lostLines(after, before)).toEqual(['c: number;']);
  });

  it('does not count imports, comments and brackets', () => {
    const before = report("import { B } from './b.js';", '// @public', 'export type A = {', '};', '// (No warnings)');
    expect(lostLines(before, report('export type A = { // (undocumented)'))).toEqual([]);
  });
});

async function git(...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  const { code, stdout } = await runCommand('git', [...identity, ...args], { cwd: root });
  expect({ args, code }).toEqual({ args, code: 0 });
  return stdout.trim();
}

const commit = (title: string) => git('commit', '--quiet', '--allow-empty', '--message', title);

describe('the last release', () => {
  it('is the newest commit in the history that made new versions', async () => {
    await git('init', '--quiet', '--initial-branch=main');
    await commit('Begin');
    expect(await lastRelease(root)).toBeUndefined();
    await commit(releaseTitle);
    const released = await git('rev-parse', 'HEAD');
    await commit(`Not ${releaseTitle}`);
    await git('switch', '--quiet', '--create', 'other');
    await commit(releaseTitle);
    await git('switch', '--quiet', 'main');
    expect(await lastRelease(root)).toBe(released);
  });

  it('must be given if the history is cut off', async () => {
    await git('init', '--quiet', '--initial-branch=main');
    await commit(releaseTitle);
    await commit('Change');
    await git('clone', '--quiet', '--depth=1', `file://${root}`, 'shallow');
    await expect(lastRelease(join(root, 'shallow'))).rejects.toThrow('git fetch --unshallow');
  });

  it('is built once', async () => {
    write({
      'package.json': JSON.stringify({ name: 'tiny', private: true }),
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'packages/shop/package.json': JSON.stringify({ name, version: '0.2.0', type: 'module', exports }),
      'packages/shop/tsconfig.json': JSON.stringify({
        compilerOptions: { composite: true, rootDir: 'src', outDir: 'dist', module: 'nodenext', types: [] },
        include: ['src'],
      }),
      'packages/shop/src/index.ts': 'export function buy(what: string): void { void what; }\n',
      'packages/shop/src/server.ts': 'export const port: number = 1;\n',
    });
    expect(await runCommand('pnpm', ['install', '--lockfile-only', '--offline'], { cwd: root })).toMatchObject({
      code: 0,
    });
    await git('init', '--quiet');
    await git('add', '.');
    await commit('Release');
    const released = await git('rev-parse', 'HEAD');
    const types = await typesOfRelease(root, released);
    const entries = {
      [name]: expect.stringContaining('export function buy(what: string): void;'),
      [`${name}/nest/server`]: expect.stringContaining('export const port: number;'),
    };
    expect(types).toEqual([{ name, version: '0.2.0', entries }]);
    rmSync(join(root, '.git'), { recursive: true });
    expect(await typesOfRelease(root, released)).toEqual(types);
  });
});
