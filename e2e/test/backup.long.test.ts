import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import pg from 'pg';
import type { ApiCaller } from '../src/api-caller.js';
import { downloadSlips, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import { Platform } from '../src/platform.js';
import { readCommands, runShell } from '../src/runbook-commands.js';

const services = ['worker', 'api', 'auth'] as const;
const timeoutMs = 600_000;
const pollMs = 200;
/**
 * The folder of the programs in Debian's package `postgresql`. `pg_basebackup` must have the same version as the
 * server.
 */
const debianPrograms = '/usr/lib/postgresql/15/bin';

async function upload(caller: ApiCaller, prefix: string): Promise<readonly string[]> {
  const { rows } = await uploadOrders(caller, manyOrders(20, prefix));
  return rows.map(({ trade_id }) => trade_id);
}

async function slipsOf(caller: ApiCaller): Promise<readonly string[]> {
  return (await downloadSlips<{ trade_id: string }>(caller)).map(({ trade_id }) => trade_id).toSorted();
}

async function stopServices(platform: Platform): Promise<void> {
  for (const name of services) await platform.service(name).end();
}

async function startServices(platform: Platform): Promise<void> {
  for (const name of services) await platform.startService(name);
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

describe('the commands for backup and restore', () => {
  let folder: string;
  let platform: Platform | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-backup-'));
    await chmod(folder, 0o755);
  });
  afterEach(async () => {
    await platform?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }, timeoutMs);

  it(
    'restore the backup of SQLite',
    async () => {
      const [backUp, restore] = (await readCommands('Backup and restore')).map(({ text }) => text);
      platform = await Platform.start({ database: 'sqlite' });
      await symlink(platform.folder, join(folder, 'data'));
      const shell = { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } };
      await loadOrderMarket(platform);
      const buyer = await platform.caller(orderMembers.buyer);
      const token = await buyer.token();
      const kept = await upload(buyer, 'before');
      await runShell(backUp ?? '', shell);
      await upload(buyer, 'after');
      await stopServices(platform);
      await runShell(restore ?? '', shell);
      await startServices(platform);
      expect(await slipsOf(buyer)).toEqual(kept.toSorted());
      expect(await buyer.token()).toBe(token);
    },
    timeoutMs,
  );

  it(
    'restore PostgreSQL at an instant after the copy of its data',
    async () => {
      await stat(join(debianPrograms, 'pg_basebackup')).catch(() => {
        throw new Error('PostgreSQL of Debian is needed: apt-get install postgresql');
      });
      process.env['TEST_POSTGRES_PROGRAMS'] = debianPrograms;
      const blocks = await readCommands('Backup and restore');
      const here = (text = '') => text.replaceAll('/var/backups', folder);
      // The folders of the first block are made here.
      const [archive, copy, restore] = blocks.slice(3).map(({ text }) => here(text));
      const directory = join(folder, 'data');
      let server = await startPostgres({ directory, durable: true, databases: ['auth', 'ordering'] });
      const { url } = server;
      const { uid, gid } = await stat(directory);
      await chown(folder, uid, gid);
      await mkdir(join(folder, 'wal'));
      await chown(join(folder, 'wal'), uid, gid);
      const shell = {
        cwd: folder,
        uid,
        gid,
        env: {
          PATH: `${debianPrograms}:${process.env['PATH'] ?? ''}`,
          PRIMARY_URL: url,
          PGDATA: join(folder, 'restored'),
        },
      };
      for (const statement of (archive ?? '').split('\n').filter(Boolean)) await ask(url, statement);
      await server.stop();
      await server.start();
      const of = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
      platform = await Platform.start({
        database: 'sqlite',
        settings: { AUTH_DATABASE_URL: of('auth'), ORDERING_DATABASE_URL: of('ordering') },
      });
      await loadOrderMarket(platform);
      const buyer = await platform.caller(orderMembers.buyer);
      const token = await buyer.token();
      const kept = [...(await upload(buyer, 'before'))];
      await runShell(copy ?? '', shell);
      kept.push(...(await upload(buyer, 'between')));
      const { instant } = await ask(url, 'SELECT clock_timestamp()::text AS instant');
      await upload(buyer, 'after');
      await stopServices(platform);
      await archived(url);
      await server.end();

      await runShell(restore ?? '', { ...shell, env: { ...shell.env, INSTANT: String(instant) } });
      server = await startPostgres({ directory: shell.env.PGDATA, port: Number(new URL(url).port), durable: true });
      try {
        while ((await ask(url, 'SELECT pg_is_in_recovery() AS recovering'))['recovering'] === true) await sleep(pollMs);
        await startServices(platform);
        expect(await slipsOf(buyer)).toEqual(kept.toSorted());
        expect(await buyer.token()).toBe(token);
        await stopServices(platform);
      } finally {
        await server.end();
      }
    },
    timeoutMs,
  );
});

/** Waits until the archive contains the log of all changes that were made so far. */
async function archived(url: string): Promise<void> {
  const { file } = await ask(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const isThere = `SELECT coalesce(last_archived_wal >= '${String(file)}', false) AS there FROM pg_stat_archiver`;
  while ((await ask(url, isThere))['there'] !== true) await sleep(pollMs);
}
