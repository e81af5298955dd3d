import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withDatabase } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { Workplace } from './run-tpctl.js';

const nothing = { auth: [], ordering: [], batch: [], segments: [], queue: [] };
const accounts = 'CreateAuth1795651200000';
const withRights = 'AddRights1795737600000';
const counts = 'CreateCallCounts1795651200000';

describeDatabases('tpctl migrate', [], (open, dialect) => {
  let workplace: Workplace;
  let env: Record<string, string>;
  beforeEach(async () => {
    workplace = await Workplace.make();
    const { address } = await open();
    env = dialect === 'postgres' ? { AUTH_DATABASE_URL: address, ORDERING_DATABASE_URL: address } : {};
  });
  afterEach(() => workplace.remove());

  const run = async (...options: string[]) => {
    const { code, stdout, stderr } = await workplace.tpctl(['migrate', '--json', ...options], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('says what it will make, makes it once, and everything that services need', async () => {
    const { applied, ...pending } = await run('--dry-run');
    expect(applied).toBe(false);
    expect(pending).toMatchObject({
      auth: expect.arrayContaining([accounts]),
      ordering: expect.arrayContaining([counts]),
      batch: expect.arrayContaining(['CreateBatches1795651200000']),
    });
    expect(await readdir(workplace.folder)).toEqual([]);
    expect(await run('--dry-run')).toEqual({ applied: false, ...pending });
    expect(await run()).toEqual({ applied: true, ...pending });
    expect(await run('--dry-run')).toEqual({ applied: false, ...nothing });
    expect(await run()).toEqual({ applied: true, ...nothing });
  });

  it('makes everything once when it runs twice at once', async () => {
    const runs = await Promise.all([run(), run()]);
    for (const [database, migration] of [
      ['auth', accounts],
      ['auth', withRights],
      ['ordering', counts],
    ] as const) {
      expect(runs.flatMap((made) => made[database]).filter((name) => name === migration)).toEqual([migration]);
    }
    expect(await run('--dry-run')).toEqual({ applied: false, ...nothing });
  });

  it('is the only command that changes tables with MIGRATE_AT_START=false', async () => {
    const locked = { env: { ...env, MIGRATE_AT_START: 'false' } };
    const failed = await workplace.tpctl(['user', 'list'], locked);
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        `^tpctl: The auth database lacks ${accounts}, ${withRights}, .+; "tpctl migrate" brings it up to date\n$`,
      ),
    });
    expect(await workplace.tpctl(['migrate'], locked)).toMatchObject({ code: 0 });
    expect(await workplace.tpctl(['user', 'list'], locked)).toMatchObject({ code: 0 });
    expect(await workplace.tpctl(['import', 'members', '-'], locked)).toMatchObject({ code: 0 });
  });

  it.each([
    ['auth_client', 'auth', ['user', 'list']],
    ['member', 'ordering', ['import', 'members', '-']],
    ['call_count', 'ordering', ['migrate']],
    ['batch', 'ordering.batches', ['migrate']],
    dialect === 'sqlite' ? ['segment', 'ordering.segments', ['migrate']] : ['batch_segment', '', ['migrate']],
  ])('like other commands refuses the table %s of an unreleased version', async (table, file, command) => {
    const address = env['AUTH_DATABASE_URL'] ?? `sqlite:${join(workplace.folder, `${file}.sqlite`)}`;
    await withDatabase({ address, schemas: [] }, (database) => database.execute(`CREATE TABLE ${table} (id BIGINT)`));
    for (const args of [['migrate', '--dry-run'], ['migrate'], command]) {
      expect(await workplace.tpctl(args, { env })).toEqual({
        code: 1,
        stdout: '',
        stderr: `tpctl: The table ${table} was made by a working copy from before the first release; give an empty database instead, and load the data again\n`,
      });
    }
    await withDatabase({ address, schemas: [] }, async (database) => {
      expect(await database.query(`SELECT * FROM ${table}`)).toEqual([]);
    });
  });
});

describe('tpctl migrate', () => {
  it('stops at the first database that it cannot reach, with those before it made', async () => {
    const workplace = await Workplace.make();
    await mkdir(join(workplace.folder, 'ordering.sqlite'));
    const failed = await workplace.tpctl(['migrate']);
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(await workplace.tpctl(['user', 'list'], { env: { MIGRATE_AT_START: 'false' } })).toMatchObject({ code: 0 });
    await workplace.remove();
  });
});
