import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import pg from 'pg';
import { type RoleName, readRoleStatements, roleOf } from '../src/database-roles.js';
import { explainable } from '../src/explainable.js';
import { type GrantedRight, rightsIn, textOf } from '../src/granted-rights.js';
import { administrate, type DatabasesWithRoles, makeDatabasesWithRoles } from '../src/platform-databases.js';

/**
 * Flows that together need all rights of the services. The statements of the flows to PostgreSQL are recorded for each
 * role.
 */
const flows = {
  short: [
    'callers',
    'conformance',
    'lookups-and-withdrawals',
    'pages',
    'events-and-batches-with-input',
    'seldom-used-rights',
  ],
  long: ['database-roles', 'events-and-endpoints', 'worker-killed'],
} as const;
const flowsTimeoutMs = 1_800_000;
const watchEveryMs = 250;
const jest = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));
const folder = fileURLToPath(new URL('..', import.meta.url));
const insufficientPrivilege = '42501';

type Service = Exclude<RoleName, 'owner'>;

const databaseOf = { auth: 'AUTH', api: 'ORDERING', worker: 'ORDERING' } as const;

/** The recorded statements of each service, including the statements inside triggers and functions. */
type Said = Readonly<Record<Service, readonly string[]>>;

describe('the grants of the documents', () => {
  let server: PostgresServer;
  let databases: DatabasesWithRoles;
  let suffix: string;
  let said: Said;
  beforeAll(async () => {
    server = await startPostgres();
    await administrate(server.url, [
      `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`,
      'ALTER SYSTEM SET pg_stat_statements.max = 100000',
      `ALTER SYSTEM SET pg_stat_statements.track = 'all'`,
    ]);
    await server.stop();
    await server.start();
    await administrate(server.url, ['CREATE EXTENSION pg_stat_statements']);
    said = await listenTo(server.url, async () => {
      await runFlows(server.url, flows.short, {});
      await runFlows(server.url, flows.long, { TEST_LONG: '1' });
    });
    process.env['TEST_POSTGRES_URL'] = server.url;
    databases = await makeDatabasesWithRoles();
    suffix = new URL(databases.settings.AUTH_DATABASE_URL).pathname.split('_').at(-1) ?? '';
  }, flowsTimeoutMs);
  afterAll(async () => {
    await databases?.remove();
    await server?.end();
  }, 60_000);

  it('are sufficient: with all of them, no statement of the flows is refused', async () => {
    for (const service of ['auth', 'api', 'worker'] as const) {
      expect(said[service].length).toBeGreaterThan(20);
      // No statement may fail because of a missing right, or because EXPLAIN does not accept its form.
      expect(await failuresOf(service, said[service])).toEqual([]);
    }
  }, 120_000);

  it('are all needed: if a single one of them is missing, a statement of the flows is refused', async () => {
    const { grants } = await readRoleStatements(suffix);
    const rights = [...rightsIn(grants.auth), ...rightsIn(grants.ordering)];
    expect(rights.length).toBeGreaterThan(100);
    const superfluous: string[] = [];
    for (const right of rights) if (!(await isNeeded(right))) superfluous.push(textOf(right).replace(`_${suffix}`, ''));
    expect(superfluous).toEqual([]);
  }, 600_000);

  async function isNeeded(right: GrantedRight): Promise<boolean> {
    const { role, privilege, object } = right;
    const service = (['auth', 'api', 'worker'] as const).find((name) => roleOf(name, suffix) === role)!;
    const owner = databases.settings[`${databaseOf[service]}_DATABASE_URL`];
    const name = object.split(/[ .]/).at(-1) ?? '';
    const about = said[service].filter((statement) => statement.includes(name));
    await administrate(owner, [`REVOKE ${privilege} ON ${object} FROM ${role}`]);
    try {
      return (await failuresOf(service, about)).some(({ code }) => code === insufficientPrivilege);
    } finally {
      await administrate(owner, [textOf(right)]);
    }
  }

  /** Returns the failures of a service's statements, which are run with the role of the service. */
  async function failuresOf(service: Service, statements: readonly string[]): Promise<readonly Failure[]> {
    const address = databases.settingsOf(service)[`${databaseOf[service]}_DATABASE_URL`];
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      const failures: Failure[] = [];
      for (const statement of statements) {
        await client.query(triedAs(statement)).catch(({ code, message }: Failure) => {
          failures.push({ code, message, statement });
        });
      }
      return failures;
    } finally {
      await client.end();
    }
  }
});

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly statement: string;
}

/**
 * PostgreSQL checks rights before it plans a statement. But PostgreSQL checks the right on a sequence only when the
 * sequence advances.
 */
function triedAs(statement: string): string {
  return statement.startsWith('SELECT nextval(') ? statement : `EXPLAIN (GENERIC_PLAN) ${statement}`;
}

async function runFlows(server: string, names: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [jest, '-i', ...names.map((name) => `test/${name}[.]`)], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      TEST_POSTGRES_URL: server,
      TEST_PLATFORM_DATABASE: 'postgres',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const told = await text(child.stderr);
  const [code] = await exited;
  if (code !== 0) throw new Error(`The flows failed:\n${told}`);
}

/**
 * Notes the statements of all services while work is running. Each platform drops its roles when it ends, so the role
 * names must be recorded before.
 */
async function listenTo(address: string, work: () => Promise<void>): Promise<Said> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const services = new Map<string, Service>();
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ oid: string; service: Service }>(
        `SELECT oid::text, (regexp_match(rolname, '^platform_(auth|api|worker)_'))[1] AS service FROM pg_roles
         WHERE rolname ~ '^platform_(auth|api|worker)_'`,
      );
      for (const { oid, service } of rows) services.set(oid, service);
      await sleep(watchEveryMs);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    over.abort();
    await watching;
  }
  const { rows } = await client.query<{ userid: string; query: string }>(
    'SELECT userid::text, query FROM pg_stat_statements',
  );
  await client.end();
  const of = (service: Service) => {
    const own = rows.filter(({ userid }) => services.get(userid) === service);
    return [...new Set(own.flatMap(({ query }) => explainable(query)))];
  };
  return { auth: of('auth'), api: of('api'), worker: of('worker') };
}
