import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@trading-platform/database';
import { type DatabaseKind, makeDatabases, type PlatformDatabases } from '../src/platform-databases.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';

const rounds = 15;
const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

const tables = {
  sqlite: `SELECT name, sql AS text FROM sqlite_master ORDER BY name`,
  postgres: `SELECT table_schema || '.' || table_name || '.' || column_name AS name, data_type AS text
             FROM information_schema.columns WHERE table_schema IN ('public', 'batch_queue') ORDER BY 1`,
};

const environmentOf = ({ settings }: PlatformDatabases) => ({ PATH: process.env['PATH'] ?? '', ...settings });

async function migrate(databases: PlatformDatabases, options: readonly string[] = []) {
  const { code, output, errors } = await runProgram(programs.tpctl, ['migrate', '--json', ...options], {
    environment: environmentOf(databases),
  });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return JSON.parse(output) as object;
}

describe.each(kinds)('migrations of the whole platform on %s', (kind) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function withDatabases<T>(name: string, work: (databases: PlatformDatabases, own: string) => Promise<T>) {
    const own = join(folder, name);
    await mkdir(own);
    const databases = await makeDatabases(kind, own);
    try {
      return await work(databases, own);
    } finally {
      await databases.remove();
    }
  }

  async function tablesOf({ settings }: PlatformDatabases, own: string): Promise<object> {
    const files = (await readdir(own)).filter((file) => file.endsWith('.sqlite')).toSorted();
    const addresses = kind === 'sqlite' ? files.map((file) => `sqlite:${join(own, file)}`) : Object.values(settings);
    const found = [];
    for (const address of addresses) {
      const database = await openDatabase({ address, schemas: [] });
      found.push(await database.query(tables[kind]));
      await database.close();
    }
    return found;
  }

  it('are complete after a kill at any moment and two starts at once', async () => {
    const begin = performance.now();
    const complete = await withDatabases('whole', async (databases, own) => {
      await migrate(databases);
      return tablesOf(databases, own);
    });
    const wholeMs = performance.now() - begin;
    for (let round = 1; round <= rounds; round++) {
      await withDatabases(`killed-${round}`, async (databases, own) => {
        const child = spawn(process.execPath, [programs.tpctl, 'migrate'], {
          env: environmentOf(databases),
          stdio: 'ignore',
        });
        const ended = once(child, 'exit');
        await sleep((wholeMs * round) / rounds);
        child.kill('SIGKILL');
        await ended;
        await Promise.all([migrate(databases), migrate(databases)]);
        expect(await migrate(databases, ['--dry-run'])).toEqual({
          applied: false,
          auth: [],
          ordering: [],
          batch: [],
          segments: [],
          queue: [],
        });
        expect(await tablesOf(databases, own)).toEqual(complete);
      });
    }
  }, 600_000);
});
