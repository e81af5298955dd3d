import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ApiCaller } from '../src/api-caller.js';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { Platform } from '../src/platform.js';
import { type DatabasesWithRoles, makeDatabasesWithRoles } from '../src/platform-databases.js';
import { programs } from '../src/programs.js';
import { tpctl } from '../src/tpctl.js';

const master = '/master/download/buy';
const services = ['auth', 'api', 'worker'] as const;

/**
 * Copies a platform from SQLite to PostgreSQL with an operator's commands.
 *
 * @param isKilled whether a first copy is killed in the middle
 */
export function describeCopy(isKilled: boolean): void {
  describe('a platform copied to PostgreSQL', () => {
    let platform: Platform;
    let market: DemoMarket;
    let caller: ApiCaller;
    let target: DatabasesWithRoles;
    let environment: Record<string, string>;
    beforeAll(async () => {
      [platform, target] = await Promise.all([Platform.start({ database: 'sqlite' }), makeDatabasesWithRoles()]);
      environment = {
        ...platform.environment,
        TARGET_AUTH_DATABASE_URL: target.settings.AUTH_DATABASE_URL,
        TARGET_ORDERING_DATABASE_URL: target.settings.ORDERING_DATABASE_URL,
      };
      market = await loadDemoMarket(platform, ['members', 'master', 'trade'], '30');
      caller = await platform.caller(market.headOffice);
    });
    afterAll(async () => {
      await platform.stop();
      await target.remove();
    });

    const copy = () => tpctl.run(['copy', '--json'], { env: environment });
    const slips = (settings: Readonly<Record<string, string>>) =>
      tpctl.run(['export', 'trade'], { env: { ...environment, ...settings } });
    const download = async () => {
      const batchId = await caller.request(master);
      const { count } = await caller.waitForEnd(master, batchId);
      const rows = await caller.records(master, {
        batchId,
        count,
        arrayName: 'master',
        pageSize: 500,
      });
      return { batchId: Number(batchId), rows: rows.map(({ batch_id: _, create_date: __, ...row }) => row) };
    };

    const tokens = async (path: string, fields: Record<string, string>) => {
      const { clientId, clientSecret } = caller.credentials;
      const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret });
      const answer = await fetch(`${platform.authUrl}${path}`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, string>;
    };

    it(`${isKilled ? 'resumes after a kill, ' : ''}is verified, and accepts tokens and serves data as before`, async () => {
      const token = await caller.token();
      const { refresh_token: refreshToken } = await tokens('/api/credentials/access_token', {
        user_id: caller.credentials.userId,
        user_password: caller.credentials.password,
      });
      const before = await download();
      expect(before.rows.length).toBeGreaterThan(0);
      const slipsBefore = await slips({});
      expect(slipsBefore).toMatchObject({ code: 0, stdout: expect.stringContaining('"trade_id"') });
      await Promise.all(services.map((name) => platform.service(name).end()));

      if (isKilled) await killedInTheMiddle();
      const { code, stdout, stderr } = await copy();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const copied = JSON.parse(stdout) as { tables: Record<string, number> };
      expect(copied.tables).toMatchObject({ auth_user: 1, auth_client: 1, auth_grant: 2, product: expect.any(Number) });
      expect(await copy()).toEqual({ code: 0, stdout, stderr: '' });

      for (const name of services) await platform.startService(name, { settings: target.settingsOf(name) });
      const renewed = await tokens('/idp/oauth2/access_token?realm=/api', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken ?? '',
      });
      expect(renewed).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
      expect(await caller.token()).toBe(token);
      const after = await download();
      expect(after.rows).toEqual(before.rows);
      expect(after.batchId).toBeGreaterThan(before.batchId);
      expect(await slips(target.settings)).toEqual(slipsBefore);
    });

    it('is refused if the target has rows of its own', async () => {
      await administrate(`INSERT INTO member_pair (member_code, member_code_partner) VALUES ('a', 'b')`);
      expect(await copy()).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^tpctl: The target of \w+ has rows that are not of this platform, in /),
      });
    });

    async function administrate(statement: string): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: target.settings.ORDERING_DATABASE_URL });
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    }

    /**
     * Until the kill, a lock prevents the copy from writing slips. The tables that are copied before the slips are
     * complete at the time of the kill.
     */
    async function killedInTheMiddle(): Promise<void> {
      const holder = new pg.Client({ connectionString: target.settings.ORDERING_DATABASE_URL });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE slip IN EXCLUSIVE MODE');
      const child = spawn(process.execPath, [programs.tpctlBundle, 'copy'], { env: environment, stdio: 'ignore' });
      const ended = once(child, 'exit');
      const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'slip'::regclass`;
      while ((await administrate(waiting)).length === 0) await sleep(100);
      child.kill('SIGKILL');
      await ended;
      await holder.query('ROLLBACK');
      await holder.end();
      expect(await administrate('SELECT 1 FROM product LIMIT 1')).toHaveLength(1);
    }
  });
}
