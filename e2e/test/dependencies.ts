import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import type { ApiCaller } from '../src/api-caller.js';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { ObjectStorage } from '../src/object-storage.js';
import { Platform } from '../src/platform.js';

interface Verbose {
  readonly status: number;
  readonly details: Readonly<Record<string, { readonly status: string }>>;
  readonly impaired: readonly string[];
}

/** Ways to take a dependency away, and to bring it back. */
interface Outage {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

type Row = readonly [service: ServiceName, dependency: string, effect: 'not ready' | 'impaired'];

const master = '/master/download/buy';
const pollMs = 100;
const timeoutMs = 120_000;

/** The rows of the table in the documents, which the tests try. */
const rows: readonly Row[] = [
  ['auth', 'database', 'not ready'],
  ['api', 'ordering database', 'not ready'],
  ['api', 'batch database', 'not ready'],
  ['api', 'keys of auth', 'not ready'],
  ['api', 'revocation feed', 'impaired'],
  ['api', 'segment bucket', 'impaired'],
  ['worker', 'ordering database', 'not ready'],
  ['worker', 'batch database', 'not ready'],
  ['worker', 'segment bucket', 'not ready'],
  ['worker', 'rights of endpoints', 'impaired'],
  ['console', 'keys of auth', 'impaired'],
  ['console', 'revocation feed', 'impaired'],
  ['console', 'data API', 'impaired'],
];

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(pollMs);
}

/**
 * Takes dependencies away from services, and brings them back.
 *
 * @param isWhole whether each row is tried. Otherwise only the rows that need no restart of a service are tried.
 */
export function describeDependencies(isWhole: boolean): void {
  const isTried = ([service, dependency]: Row) =>
    isWhole || (service !== 'console' && /database|bucket/.test(dependency));

  describe('a dependency that fails', () => {
    let folder: string;
    let storage: ObjectStorage;
    let platform: Platform;
    let caller: ApiCaller;
    let market: DemoMarket;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'trading-platform-dependencies-'));
      storage = await ObjectStorage.start(folder);
      // If the api cannot read the keys of auth again, it uses its last keys for only one second.
      const settings = { ...storage.settings, KEY_SET_STALE_SECONDS: '1', EVENT_SECRET_KEY: 'k'.repeat(32) };
      platform = await Platform.start({ database: 'sqlite', settings });
      await startConsole();
      market = await loadDemoMarket(platform, ['members', 'master'], '30');
      caller = await platform.caller(market.headOffice);
    }, timeoutMs);
    afterAll(async () => {
      await platform?.stop();
      await storage?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const urlOf = (service: ServiceName) => platform[`${service}Url`];
    const verbose = async (service: ServiceName): Promise<Verbose> => {
      const answer = await fetch(`${urlOf(service)}/readyz?verbose`);
      return { ...((await answer.json()) as Omit<Verbose, 'status'>), status: answer.status };
    };
    const gaugesOf = async (service: ServiceName) => {
      const text = await (await fetch(`${urlOf(service)}/metrics`)).text();
      const found = text.matchAll(/^dependency_up\{dependency="([^"]+)",effect="([^"]+)"\} (\d)$/gm);
      return [...found].map(([, dependency, effect, value]) => ({ row: [service, dependency, effect], value }));
    };
    const hidden = (file: string): Outage => ({
      begin: () => rename(join(platform.folder, file), join(platform.folder, `${file}.hidden`)),
      end: () => rename(join(platform.folder, `${file}.hidden`), join(platform.folder, file)),
    });
    const stopped = (service: ServiceName): Outage => ({
      begin: () => platform.service(service).end('SIGKILL'),
      end: () => platform.startService(service),
    });
    const startConsole = async () => platform.startService('console', { settings: await platform.consoleSettings() });
    const startConsoleAlone = async () => {
      await platform.service('auth').end('SIGKILL');
      await platform.service('console').end();
      await startConsole();
    };
    const outageOf = (service: ServiceName, dependency: string): Outage => {
      if (dependency === 'segment bucket') return { begin: () => storage.stop(), end: () => storage.startAgain() };
      if (dependency === 'data API') return stopped('api');
      // A console that has read the keys uses them for an hour.
      if (service === 'console' && dependency === 'keys of auth')
        return { ...stopped('auth'), begin: startConsoleAlone };
      if (dependency === 'database') return hidden('auth.sqlite');
      if (dependency === 'ordering database') return hidden('ordering.sqlite');
      if (dependency === 'batch database') return hidden('ordering.batches.sqlite');
      return stopped('auth');
    };

    it('is in the table of the documents, and in the metrics of its service', async () => {
      const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
      const table = [...page.matchAll(/^\| (auth|api|worker|console) \| ([\w ]+) \| (not ready|impaired)[^|]*\|/gm)];
      expect(table.map(([, ...cells]) => cells)).toEqual(rows);
      const services: readonly ServiceName[] = ['auth', 'api', 'worker', 'console'];
      // The service that started last may still be asking its dependencies.
      const readGauges = async () => (await Promise.all(services.map(gaugesOf))).flat();
      await until(async () => (await readGauges()).every(({ value }) => value === '1'));
      const gauges = await readGauges();
      expect(new Set(gauges.map(({ row }) => row.join(': ')))).toEqual(new Set(rows.map((row) => row.join(': '))));
    });

    it.each(rows.filter(isTried))(
      '%s without its %s is %s, reports this, and recovers by itself',
      async (service, dependency, effect) => {
        const isUnready = effect === 'not ready';
        const outage = outageOf(service, dependency);
        await outage.begin();
        try {
          await until(async () => {
            const { details, impaired } = await verbose(service);
            return isUnready ? details[dependency]?.status === 'down' : impaired.includes(dependency);
          });
          const gauge = (await gaugesOf(service)).find(({ row }) => row[1] === dependency);
          expect(gauge).toEqual({ row: [service, dependency, effect], value: '0' });
          // Another dependency of the same outage may make the service unready: auth brings keys and revocations.
          const others = rows.filter(
            ([who, what, how]) => who === service && what !== dependency && how === 'not ready',
          );
          // On a busy machine a check may also be given up, so the two answers may differ for a moment.
          await until(async () => {
            const { details } = await verbose(service);
            const isOtherDown = others.some(([, what]) => details[what]?.status === 'down');
            const { status } = await fetch(`${urlOf(service)}/readyz`);
            return status === (isUnready || isOtherDown ? 503 : 200);
          });
        } finally {
          await outage.end();
        }
        await until(async () => {
          const { status, impaired } = await verbose(service);
          return status === 200 && impaired.length === 0;
        });
      },
      timeoutMs,
    );

    if (isWhole) {
      it(
        'lets an api without its bucket serve everything except records, even if the api starts without the bucket',
        async () => {
          const batchId = await caller.request(master, { member_group_code_list: market.memberGroups });
          expect(await caller.waitForEnd(master, batchId)).toMatchObject({ flag: '3' });
          await storage.stop();
          await platform.service('api').end();
          await platform.startService('api');
          try {
            expect(await verbose('api')).toMatchObject({ status: 200, impaired: ['segment bucket'] });
            expect((await caller.call(`${master}/check`, { batch_id: batchId })).status).toBe(200);
            expect((await caller.call('/partner/list', {})).status).toBe(200);
            await caller.request(master, { member_group_code_list: market.memberGroups });
            const records = await caller.call(`${master}/get`, { batch_id: batchId, seq_from: '1', seq_to: '1' });
            expect([records.status, records.headers.get('retry-after')]).toEqual([503, '5']);
          } finally {
            await storage.startAgain();
          }
          await until(async () => (await verbose('api')).impaired.length === 0);
          expect((await caller.call(`${master}/get`, { batch_id: batchId, seq_from: '1', seq_to: '1' })).status).toBe(
            200,
          );
        },
        timeoutMs,
      );
    }
  });
}
