import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { envelope, FakePlatform, send } from '../src/testing/index.js';

const run = promisify(execFile);
const inPackages = (...path: string[]) => fileURLToPath(new URL(join('..', '..', ...path), import.meta.url));
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
};

let folder: string;
let platform: FakePlatform;
let env: NodeJS.ProcessEnv;

/** A program of a user who has installed the package: the compiled lines of the README. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-installed-'));
  for (const name of ['domain-types', 'files', 'client']) {
    await run('pnpm', ['pack', '--pack-destination', folder], { cwd: inPackages(name) });
  }
  const tarballs = (await readdir(folder)).map((name) => join(folder, name));
  const program = join(folder, 'program');
  await mkdir(program);
  await writeFile(join(program, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const readme = await readFile(inPackages('client', 'README.md'), 'utf8');
  await writeFile(join(program, 'main.ts'), /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: program });
  await run(inPackages('..', 'node_modules', '.bin', 'tsc'), ['-p', program]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  platform = new FakePlatform();
  const url = await platform.start();
  env = {
    TRADING_PLATFORM_AUTH_URL: url,
    TRADING_PLATFORM_API_URL: url,
    TRADING_PLATFORM_CLIENT_ID: 'erp',
    TRADING_PLATFORM_CLIENT_SECRET: 'secret',
    TRADING_PLATFORM_USER_ID: 'tanaka',
    TRADING_PLATFORM_PASSWORD: 'correct horse',
  };
});

afterEach(() => platform.stop());

const main = () => run(process.execPath, ['main.js'], { cwd: join(folder, 'program'), env });

it('prints the slips with the lines of the README', async () => {
  platform.recordCount = 2;
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith('/get')) return false;
    const slips = [
      { trade_id: 'T1', trade_total: '110' },
      { trade_id: 'T2', trade_total: '220' },
    ];
    send(response, 200, { ...envelope, trade: slips });
    return true;
  });
  expect(await main()).toEqual({ stdout: 'T1 110\nT2 220\n', stderr: '' });
});

it('says what is wrong and what to do, and fails', async () => {
  env['TRADING_PLATFORM_PASSWORD'] = 'wrong';
  await expect(main()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^User or password is wrong \[http:.*, HTTP 400\]\nCheck user, password, /),
  });
});

it('installs nothing but itself, the types of the domain and what writes its token file', async () => {
  const modules = join(folder, 'program', 'node_modules');
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  expect(names).toEqual(['@trading-platform']);
  expect((await readdir(join(modules, '@trading-platform'))).toSorted()).toEqual(['client', 'domain-types', 'files']);
});
