import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LocalPlatform } from '@trading-platform/bootstrap/local-platform';
import { withDatabase } from '@trading-platform/database';
import { type BaseRelease, buildBaseRelease } from '../src/base-release.js';
import { loadOrderMarket, orderMembers } from '../src/order-market.js';
import { type DatabaseKind, makeDatabases, type PlatformDatabases } from '../src/platform-databases.js';
import { baseSchemas } from '../src/platform-schemas.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';
import { readSchemaContract } from '../src/schema-contract.js';
import { StrictLoad } from '../src/strict-load.js';

const services = ['auth', 'api', 'worker'] as const;
const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];
const buildTimeoutMs = 1_200_000;
const timeoutMs = 600_000;
const password = 'correct horse battery staple';

let base: BaseRelease;
beforeAll(async () => {
  base = await buildBaseRelease();
}, buildTimeoutMs);
afterAll(() => base?.remove(), timeoutMs);

describe.each(kinds)('an upgrade on %s', (kind) => {
  let folder: string;
  let databases: PlatformDatabases;
  let environment: Readonly<Record<string, string>>;
  let former: LocalPlatform;
  let present: LocalPlatform;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-upgrade-'));
    databases = await makeDatabases(kind, folder);
    environment = await LocalPlatform.freeEnvironment(databases.settings);
    former = new LocalPlatform(folder, environment, base.programs);
  });
  afterEach(async () => {
    await Promise.all([former.stop(), present?.stop()]);
    await databases.remove();
    await rm(folder, { recursive: true, force: true });
  }, timeoutMs);

  it(
    "begins with the tables of the baseline's migrations",
    async () => {
      for (const name of services) await former.startService(name);
      const made = await makeDatabases(kind, join(folder, 'made'));
      try {
        const { AUTH_DATABASE_URL: address } = made.settings;
        await withDatabase({ address, schemas: await baseSchemas() }, (database) => database.migrate());
        expect(await readSchemaContract([address])).toEqual(await readSchemaContract(await addresses()));
      } finally {
        await made.remove();
      }
    },
    timeoutMs,
  );

  it(
    'goes forward and back under load without a failed call',
    async () => {
      for (const name of services) await former.startService(name);
      const credentials = await fill();
      const load = await StrictLoad.begin(former, credentials);
      await load.rounds(2);

      await migrate();
      await load.rounds(2);

      present = new LocalPlatform(folder, await besides());
      for (const name of services) await present.startService(name, { settings: { MIGRATE_AT_START: 'false' } });
      await load.serveFrom(former, present);
      await load.rounds(3);
      await untilBothWorkersProduced(load);

      await load.serveFrom(present);
      for (const name of services) await former.service(name).end();
      await load.rounds(2);

      for (const name of services) await former.startService(name);
      await load.serveFrom(present, former);
      await load.rounds(2);
      await load.serveFrom(former);
      for (const name of services) await present.service(name).end();
      await load.rounds(2);
      await load.stop();
      expect(load.calls).toBeGreaterThan(200);
    },
    timeoutMs,
  );

  async function addresses(): Promise<readonly string[]> {
    if (kind === 'postgres') return Object.values(databases.settings);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sqlite'));
    return files.map((file) => `sqlite:${join(folder, file)}`);
  }

  async function fill() {
    await loadOrderMarket(former);
    const credentials = { userId: 'tanaka', password, ...(await former.createClient('test')) };
    const user = ['user', 'create', '--user-id', credentials.userId, '--member-code', orderMembers.buyer];
    await former.operate(user, password);
    return credentials;
  }

  async function migrate(): Promise<void> {
    const { code, errors } = await runProgram(programs.tpctl, ['migrate'], { environment });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  }

  /**
   * The new processes use other ports and the same databases. A token names only one issuer. So each API process checks
   * its tokens at the authentication server of its own version.
   */
  async function besides(): Promise<Readonly<Record<string, string>>> {
    const free = await LocalPlatform.freeEnvironment(databases.settings);
    const auth = `${free['AUTH_ISSUER']}/idp/oauth2`;
    return {
      ...free,
      AUTH_ISSUER: environment['AUTH_ISSUER'] ?? '',
      AUTH_JWKS_URL: `${auth}/jwks`,
      AUTH_REVOCATIONS_URL: `${auth}/revocations`,
    };
  }

  async function untilBothWorkersProduced(load: StrictLoad): Promise<void> {
    while (![former, present].every(hasProduced)) await load.rounds(1);
  }
});

function hasProduced(platform: LocalPlatform): boolean {
  return platform.service('worker').lines.some((line) => line.includes('"msg":"Batch produced"'));
}
