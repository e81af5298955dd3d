import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProgramSource } from '@trading-platform/bootstrap/local-platform';
import type { DeployedProgram } from '@trading-platform/bootstrap/service-definitions';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';
import { describeRoad } from './road.js';

/** The maximum size of each program in an image, without Node, in MB: slightly more than the current size. */
const largest = { auth: 14, api: 36, worker: 16, console: 9, tpctl: 18 } as const;
const run = promisify(execFile);

function makeTree(...parameters: readonly string[]) {
  return runProgram(programs.bootstrap, ['tree', ...parameters], { environment: { PATH: process.env['PATH'] ?? '' } });
}

/** File modes do not restrict root unless root has given up its capabilities. */
async function nodeWithoutRights(folder: string): Promise<string> {
  const path = join(folder, 'node');
  const withoutRights = 'setpriv --inh-caps=-all --bounding-set=-all';
  await writeFile(path, `#!/bin/sh\nexec ${withoutRights} '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return path;
}

/** Returns the paths of all files in a tree. Each file is listed once. */
async function filesOf(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name));
  return [...files, ...(await Promise.all(folders.map(({ name }) => filesOf(join(path, name))))).flat()];
}

const names = ['auth', 'api', 'worker', 'console', 'tpctl'] as const;
let folder: string;
const trees = {
  folderOf: (name: DeployedProgram) => join(folder, name),
  node: process.execPath,
} satisfies ProgramSource;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trading-platform-trees-'));
  for (const name of names) {
    const { code, errors } = await makeTree(name, trees.folderOf(name));
    if (code !== 0) throw new Error(`No tree of ${name}\n${errors}`);
  }
  await run('chmod', ['-R', 'a-w', ...names.map(trees.folderOf)]);
  if (process.getuid?.() === 0) trees.node = await nodeWithoutRights(folder);
});

afterAll(async () => {
  await run('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true });
});

describe('the tree of a program', () => {
  it.each(names)('%s has no more than it needs', async (name) => {
    const files = await filesOf(trees.folderOf(name));
    const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(largest[name]);
    expect(
      files.filter((file) =>
        /\.(?:ts|mts|cts|map|test\.js)$|\/@trading-platform\/[^/]*\/(?:src|test)\/|\/@types\//.test(file),
      ),
    ).toEqual([]);
  });

  it.each(names)('%s cannot be changed by the process that runs it', async (name) => {
    const path = join(trees.folderOf(name), 'package.json');
    const appended = run(trees.node, ['-e', 'fs.appendFileSync(process.argv[1], " ")', path]);
    await expect(appended).rejects.toThrow('EACCES');
  });

  it('contains the driver of SQLite', async () => {
    const made = run(trees.node, [join(trees.folderOf('tpctl'), 'bin', 'tpctl.js'), 'migrate'], {
      cwd: folder,
      env: { AUTH_DATABASE_URL: 'sqlite:auth.sqlite', ORDERING_DATABASE_URL: 'sqlite:ordering.sqlite' },
    });
    await expect(made).resolves.toMatchObject({ stderr: '' });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['auth.sqlite', 'ordering.sqlite']));
  });
});

describe('npm run tree', () => {
  it('explains its use if the program is unknown', async () => {
    const { code, errors } = await makeTree('ordering', folder);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'Usage: npm run tree -- auth|api|worker|console|tpctl folder [amd64|arm64]\n',
    });
  });
});

describeRoad('the road with deployed trees', { database: 'postgres', programs: trees });
