import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { testPostgresUrl } from '@trading-platform/database/testing';
import { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';
import { administrate } from '../src/platform-databases.js';

type Part = Readonly<Record<string, { readonly status: string }>>;

interface Readiness {
  readonly status: number;
  readonly details: Part;
}

async function readinessOf(url: string): Promise<Readiness> {
  const answer = await fetch(`${url}/readyz`);
  const { details } = (await answer.json()) as { details: Part };
  return { status: answer.status, details };
}

/** Waits until the readiness check of a service has this status, and returns its answer. */
async function readyAs(url: string, status: number): Promise<Readiness> {
  for (;;) {
    const readiness = await readinessOf(url);
    if (readiness.status === status) return readiness;
    await sleep(100);
  }
}

/** Forbids all connections to a database and ends the open ones, or allows connections again. */
async function setOpen(address: string | undefined, isOpen: boolean): Promise<void> {
  const name = new URL(address ?? '').pathname.slice(1);
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
  const allow = `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isOpen}`;
  await administrate(await testPostgresUrl(), isOpen ? [allow] : [allow, end]);
}

const up = { status: 'up' };
const down = { status: 'down' };

/** The api is used because no other service verifies tokens. */
const keysOf = (name: 'api' | 'worker') => (name === 'api' ? { 'keys of auth': up } : {});

const urlOf = (platform: Platform, name: 'api' | 'worker') => platform[`${name}Url`];

/** Services with this setting do not close before the test has made its calls, even on a busy machine. */
const slowEnd = { SHUTDOWN_DELAY_SECONDS: '120' };

export function describeReadiness(): void {
  describePlatform('a service that is not ready', { database: 'postgres', settings: slowEnd }, (flow) => {
    flow('names the database that does not answer, and is ready once it answers again', async (platform) => {
      const { ORDERING_DATABASE_URL: ordering } = platform.environment;
      await setOpen(ordering, false);
      try {
        for (const name of ['api', 'worker'] as const) {
          const { details } = await readyAs(urlOf(platform, name), 503);
          expect(details).toEqual({ ...keysOf(name), 'ordering database': down, 'batch database': down });
        }
        expect((await readyAs(platform.authUrl, 200)).details).toEqual({ database: up });
      } finally {
        await setOpen(ordering, true);
      }
      for (const name of ['api', 'worker'] as const) {
        const { details } = await readyAs(urlOf(platform, name), 200);
        expect(details).toEqual({ ...keysOf(name), 'ordering database': up, 'batch database': up });
      }
      await setOpen(platform.environment['AUTH_DATABASE_URL'], false);
      try {
        expect((await readyAs(platform.authUrl, 503)).details).toEqual({ database: down });
        await readyAs(platform.apiUrl, 200);
      } finally {
        await setOpen(platform.environment['AUTH_DATABASE_URL'], true);
      }
      await readyAs(platform.authUrl, 200);
    });

    flow('ends with 0 after SHUTDOWN_DELAY_SECONDS', async (platform) => {
      const worker = await platform.startAnother('worker', { settings: { SHUTDOWN_DELAY_SECONDS: '1' } });
      expect(await worker.end('SIGTERM')).toBe(0);
    });

    flow('reports that it stops, and still answers for SHUTDOWN_DELAY_SECONDS', async (platform) => {
      const services = (['auth', 'api', 'worker'] as const).map((name) => platform.service(name));
      for (const service of services) service.signal('SIGTERM');
      for (const url of [platform.authUrl, platform.apiUrl, platform.workerUrl]) {
        expect((await readyAs(url, 503)).details).toEqual({ drain: down });
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
      }
      expect(await Promise.all(services.map((service) => service.end('SIGKILL')))).toEqual([null, null, null]);
    });
  });
}

/** `dependencies.test.ts` hides the same files, without a caller. */
export function describeMissingFiles(): void {
  describePlatform('a service with a missing SQLite file', { database: 'sqlite' }, (flow) => {
    flow('reports it, writes nothing, and goes on when the same file is back', async (platform) => {
      await platform.load('members', [{ member_code: '10000001' }]);
      const caller = await platform.caller('10000001');
      const hide = (file: string, hidden: boolean) => {
        const names = [join(platform.folder, file), join(platform.folder, `${file}.hidden`)] as const;
        return rename(...(hidden ? names : ([names[1], names[0]] as const)));
      };
      await hide('ordering.segments.sqlite', true);
      for (const name of ['api', 'worker'] as const) {
        expect((await readyAs(urlOf(platform, name), 503)).details).toEqual({
          ...keysOf(name),
          'ordering database': up,
          'batch database': down,
        });
      }
      await hide('ordering.segments.sqlite', false);
      for (const name of ['api', 'worker'] as const) await readyAs(urlOf(platform, name), 200);
      await hide('ordering.batches.sqlite', true);
      for (const name of ['api', 'worker'] as const) await readyAs(urlOf(platform, name), 503);
      expect(await caller.call('/master/download/buy/request', {})).toMatchObject({
        status: 503,
        body: { result: 1, error_list: [{ error_code: 'E900002' }] },
      });
      await hide('ordering.batches.sqlite', false);
      for (const name of ['api', 'worker'] as const) await readyAs(urlOf(platform, name), 200);
      await hide('auth.sqlite', true);
      expect((await readyAs(platform.authUrl, 503)).details).toEqual({ database: down });
      await expect(ApiCaller.signIn(platform, caller.credentials)).rejects.toThrow(/503 .*temporarily_unavailable/);
      await hide('auth.sqlite', false);
      await readyAs(platform.authUrl, 200);
      const batchId = await caller.request('/master/download/buy');
      expect(await caller.waitForEnd('/master/download/buy', batchId)).toEqual({ flag: '0', count: 0 });
      await ApiCaller.signIn(platform, caller.credentials);
    });
  });
}
