import { type Database, parseDatabaseAddress, withDatabase } from '@trading-platform/database';
import type { DatabaseAddresses } from '../env.js';
import { stepsFor } from '../migration-steps.js';
import { checkServerCertificate, judgeEnd } from './check-certificates.js';
import { clockSkew } from './clock-skew.js';
import { type Finding, good, skipped, trouble } from './finding.js';

const oldestServer = 15;
const largestSkewMs = 2_000;
/** Only `tpctl` uses these tables, as the owner. */
const ofOperators = ['auth_member_policy'];
const ofDataApi = ['platform_api', 'platform_worker'] as const;
const roles = { auth: ['platform_auth'], ordering: ofDataApi, batch: ofDataApi } as const;

/** Checks the version, the clock, and the rights of the services' roles in each PostgreSQL database. */
export async function checkDatabases({
  authDatabase,
  orderingDatabase,
  batchDatabase,
}: DatabaseAddresses): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [name, address] of Object.entries({
    auth: authDatabase,
    ordering: orderingDatabase,
    batch: batchDatabase,
  })) {
    if (address === undefined) continue;
    if (parseDatabaseAddress(address).dialect === 'sqlite') {
      findings.push(skipped(`${name} database`, 'SQLite has no server, no clock and no roles of its own'));
      continue;
    }
    const options = { address, schemas: [], applicationName: 'tpctl', statementTimeoutMs: 10_000 };
    const found = await withDatabase(options, async (database) => [
      await checkServer(database, name),
      await checkClock(database, name),
      ...(await checkRoles(database, name as keyof typeof roles)),
      ...(await checkCertificates(database, address)),
    ]);
    findings.push(...found);
  }
  return findings;
}

/** Checks the tables, the partitions of the coming days, and the queue. */
export async function checkTables(addresses: DatabaseAddresses): Promise<readonly Finding[]> {
  const pending: Record<string, readonly string[]> = {};
  for (const step of await stepsFor(addresses)) Object.assign(pending, await step.pending());
  return Object.entries(pending).map(([name, names]) =>
    names.length === 0
      ? good('tables', `those of ${name} are up to date`)
      : trouble(
          'tables',
          'bad',
          `${name} lacks ${names.join(', ')}`,
          'Run: tpctl migrate, then the grants of this version',
        ),
  );
}

async function checkServer(database: Database, name: string): Promise<Finding> {
  const [row] = await database.query<{ number: string }>(`SELECT current_setting('server_version_num') AS number`);
  const version = Math.floor(Number(row?.number) / 10_000);
  const found = `the ${name} database runs on PostgreSQL ${version}`;
  if (version >= oldestServer) return good('PostgreSQL', found);
  return trouble('PostgreSQL', 'bad', found, `Upgrade the server to PostgreSQL ${oldestServer} or newer`);
}

async function checkClock(database: Database, name: string): Promise<Finding> {
  const askedAt = Date.now();
  const [row] = await database.query<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
  const skewMs = Math.round(clockSkew(Number(row?.now), askedAt, Date.now()));
  const found = `the clock of the ${name} database differs from that of this machine by ${skewMs} ms`;
  if (Math.abs(skewMs) <= largestSkewMs) return good('clock', found);
  return trouble('clock', 'bad', found, 'Let both machines set their clocks by NTP');
}

/** Checks the certificate of each server, if the connection to it has TLS. */
async function checkCertificates(database: Database, address: string): Promise<readonly Finding[]> {
  const [row] = await database.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  if (row?.ssl !== true) return [];
  const hosts = /@([^/?]*)/.exec(address)?.[1]?.split(',') ?? [];
  const places = hosts.map((host) => new URL(`postgres://${host}`));
  return Promise.all(places.map(({ hostname, port }) => checkServerCertificate(hostname, Number(port || 5_432))));
}

/**
 * Checks whether the services' roles exist, whether their passwords remain valid, whether no role is a superuser, and
 * whether at least one role has a right to each table.
 */
async function checkRoles(database: Database, name: keyof typeof roles): Promise<readonly Finding[]> {
  const wanted = roles[name];
  const known = await database.query<{ name: string; rolsuper: boolean; end: string | null }>(
    `SELECT rolname AS name, rolsuper, extract(epoch FROM nullif(rolvaliduntil, 'infinity')) * 1000 AS end FROM pg_roles WHERE rolname IN (${placeholders(wanted)})`,
    wanted,
  );
  if (known.length === 0) return [skipped('roles', `the services of ${name} have no roles of their own here`)];
  const lacking = wanted.filter((role) => !known.some((each) => each.name === role));
  const found = known.filter(({ rolsuper }) => rolsuper).map((role) => role.name);
  const remedy = 'Run the scripts of deploy/postgres again, as docs/database-roles.md says';
  return [
    lacking.length === 0
      ? good('roles', `there: ${wanted.join(', ')}`)
      : trouble('roles', 'bad', `the role ${lacking.join(', ')} is missing`, remedy),
    ...known.flatMap((role) =>
      role.end === null
        ? []
        : [
            judgeEnd(
              'password',
              `the password of ${role.name}`,
              { end: Number(role.end) },
              `Run: ALTER ROLE ${role.name} VALID UNTIL 'infinity'`,
            ),
          ],
    ),
    ...found.map((role) => trouble('roles', 'bad', `${role} is a superuser`, `Run: ALTER ROLE ${role} NOSUPERUSER`)),
    await checkGrants(
      database,
      known.map((role) => role.name),
    ),
  ];
}

async function checkGrants(database: Database, known: readonly string[]): Promise<Finding> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND NOT EXISTS (SELECT 1 FROM aclexplode(relacl) JOIN pg_roles ON pg_roles.oid = grantee WHERE rolname IN (${placeholders(known)}))
       AND NOT EXISTS (SELECT 1 FROM pg_attribute JOIN LATERAL aclexplode(attacl) ON true JOIN pg_roles ON pg_roles.oid = grantee
         WHERE attrelid = pg_class.oid AND rolname IN (${placeholders(known)}))
     ORDER BY relname`,
    known,
  );
  const lacking = rows.map(({ name }) => name).filter((name) => !ofOperators.includes(name));
  if (lacking.length === 0) return good('grants', `each table that services use has rights for ${known.join(' or ')}`);
  const found = `no service has a right to ${lacking.join(', ')}`;
  return trouble('grants', 'bad', found, 'Run the grants of this version, deploy/postgres/grants-*.sql, as the owner');
}

function placeholders(values: readonly string[]): string {
  return values.map((_, index) => `$${index + 1}`).join(', ');
}
