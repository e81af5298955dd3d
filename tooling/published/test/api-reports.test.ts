import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { lostLines, unannounced } from '../api/breaking.mjs';
import { outdated, recordedReports, recordReports } from '../api/recorded.mjs';
import { apiReports } from '../api/report.mjs';

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

const manifest = {
  name: '@trading-platform/shop',
  version: '0.2.0',
  type: 'module',
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './nest/server': { types: './dist/server.d.ts', default: './dist/server.js' },
    './package.json': './package.json',
  },
};
const shop = { name: manifest.name, folder: 'packages/shop', manifest };
const index = 'packages/shop/api/index.api.md';
const server = 'packages/shop/api/nest-server.api.md';

function writeShop(types: string): void {
  write({
    'packages/shop/package.json': JSON.stringify(manifest),
    'packages/shop/dist/index.d.ts': types,
    'packages/shop/dist/server.d.ts': 'export declare const port: number;\n',
  });
}

describe('apiReports', () => {
  it('has the types of each entry, and of what they rest on', () => {
    writeShop(
      'interface Hidden {\n  kind: string;\n}\nexport {};\n/** Buys. */\nexport declare function buy(what: Hidden): void;\n',
    );
    const reports = apiReports([shop], root);
    expect([...reports.keys()]).toEqual([index, server]);
    expect(reports.get(index)).toContain('export function buy(what: Hidden): void;');
    expect(reports.get(index)).toContain('kind: string;');
    expect(reports.get(server)).toContain('export const port: number;');
  });

  it('tells once what several entries rest on', () => {
    writeShop('export interface Price {\n  yen: number;\n}\n');
    const serve = "import type { Price } from './index.js';\nexport declare function serve(price: Price): void;\n";
    write({ 'packages/shop/dist/server.d.ts': serve });
    const reports = apiReports([shop], root);
    expect(reports.get(index)).toContain('yen: number;');
    expect(reports.get(server)).toContain('export function serve(price: Price): void;');
    expect(reports.get(server)).not.toContain('yen: number;');
  });

  it('does not depend on whether a symbol has a docstring', () => {
    writeShop('export declare const price: number;\n');
    const without = apiReports([shop], root).get(index);
    writeShop('/** In yen. */\nexport declare const price: number;\n');
    expect(apiReports([shop], root).get(index)).toBe(without);
  });
});

describe('recorded reports', () => {
  const hint = 'look at what changes for users; then: pnpm run api-reports';

  it('are replaced as a whole', () => {
    recordReports(
      new Map([
        [index, 'old'],
        [server, 'old'],
      ]),
      root,
    );
    recordReports(new Map([[index, 'new']]), root);
    expect([...recordedReports(root)]).toEqual([[index, 'new']]);
  });

  it('are compared with the code', () => {
    const now = new Map([
      [index, 'a\nb\n'],
      [server, 'c\n'],
    ]);
    expect(outdated(now, now)).toEqual([]);
    expect(
      outdated(
        new Map([
          [index, 'a\n'],
          ['packages/shop/api/old.api.md', 'd'],
        ]),
        now,
      ),
    ).toEqual([
      `packages/shop/api/old.api.md is of no entry: ${hint}`,
      `${index} is out of date, line 2 says "" where the code has "b": ${hint}`,
      `${server} is missing: ${hint}`,
    ]);
  });
});

const report = (...lines: readonly string[]) => ['## API', '', '```ts', '', ...lines, '', '```', ''].join('\n');

describe('lostLines', () => {
  it('tells lines that are gone, however others moved', () => {
    const before = report('// @public', 'export interface A {', '    b: string;', '    b: string;', '}');
    const after = report('export interface A {', '        c: number;', '    b: string;', '}');
    expect(lostLines(before, after)).toEqual(['b: string;']);
    expect(lostLines(after, before)).toEqual(['c: number;']);
  });

  it('does not count imports, comments and brackets', () => {
    const before = report("import { B } from './b.js';", '// @public', 'export type A = {', '};', '// (No warnings)');
    expect(lostLines(before, report('export type A = {'))).toEqual([]);
  });
});

const git = async (...args: readonly string[]) => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  expect(await runCommand('git', [...identity, ...args], { cwd: root })).toMatchObject({ code: 0 });
};
const changeset = (step: string) => write({ '.changeset/a.md': `---\n'${shop.name}': ${step}\n---\n\nBuys.\n` });
const atVersion = (version: string) => ({ ...shop, manifest: { ...manifest, version } });

async function release(version: string): Promise<void> {
  write({
    [index]: report('export function buy(what: string): void;'),
    [server]: report('export const port: number;'),
  });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Release');
  await git('tag', `${shop.name}@${version}`);
}

describe('unannounced', () => {
  it('asks nothing where nothing was released, or nothing was lost', async () => {
    expect(await unannounced([shop], root)).toEqual([]);
    await release('0.2.0');
    write({ [index]: report('export function buy(what: string): void;', 'export function sell(): void;') });
    expect(await unannounced([shop], root)).toEqual([]);
    expect(await unannounced([atVersion('0.3.0')], root)).toEqual([]);
  });

  it.each([
    ['0.2.0', 'patch', 'minor'],
    ['1.2.0', 'minor', 'major'],
  ])('asks at %s for more than a %s step', async (version, tooSmall, wanted) => {
    await release(version);
    write({ [index]: report('export function buy(what: string, count: number): void;') });
    const problem = `${shop.name}: ${index} no longer has "export function buy(what: string): void;", as ${version} has: a changeset must announce a ${wanted} step`;
    expect(await unannounced([atVersion(version)], root)).toEqual([problem]);
    changeset(tooSmall);
    expect(await unannounced([atVersion(version)], root)).toEqual([problem]);
    changeset(wanted);
    expect(await unannounced([atVersion(version)], root)).toEqual([]);
  });

  it('asks for an entry that is gone', async () => {
    await release('0.2.0');
    rmSync(join(root, server));
    expect(await unannounced([shop], root)).toEqual([
      `${shop.name}: ${server} no longer has "export const port: number;", as 0.2.0 has: a changeset must announce a minor step`,
    ]);
  });
});
