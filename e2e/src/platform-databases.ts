import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { testPostgresUrl } from '@trading-platform/database/testing';
import pg from 'pg';
import { type RoleName, readRoleStatements, roleNames, roleOf } from './database-roles.js';
import { tpctl } from './tpctl.js';

export type DatabaseKind = 'sqlite' | 'postgres';

type Addresses = Readonly<Record<'AUTH_DATABASE_URL' | 'ORDERING_DATABASE_URL', string>>;

/** New databases for one platform. */
export interface PlatformDatabases {
  /** The addresses with which the owner of the databases connects. */
  readonly settings: Addresses;
  remove(): Promise<void>;
}

/** Databases with tables, and with a role for each service. */
export interface DatabasesWithRoles extends PlatformDatabases {
  /** Returns the addresses for a service, with the role that the documents describe. */
  settingsOf(service: RoleName): Readonly<Record<string, string>>;
}

const databaseNames = ['auth', 'ordering'] as const;
const password = 'of-the-tests';

/**
 * Creates databases without tables: SQLite files in a folder, or separate databases on the PostgreSQL server of the
 * tests.
 */
export async function makeDatabases(kind: DatabaseKind, folder: string): Promise<PlatformDatabases> {
  return kind === 'sqlite' ? sqliteFiles(folder) : postgresDatabases(await testPostgresUrl());
}

function sqliteFiles(folder: string): PlatformDatabases {
  return {
    settings: {
      AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}`,
      ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}`,
    },
    remove: async () => undefined,
  };
}

async function postgresDatabases(server: string): Promise<PlatformDatabases> {
  const suffix = randomBytes(6).toString('hex');
  const names = databaseNames.map((name) => `${name}_${suffix}`);
  await administrate(
    server,
    names.map((name) => `CREATE DATABASE ${name}`),
  );
  return {
    settings: addressesOf(server, suffix),
    remove: () => administrate(server, names.map(dropped)),
  };
}

/**
 * Creates databases on the PostgreSQL server of the tests, with the statements that the documents give to operators.
 */
export async function makeDatabasesWithRoles(): Promise<DatabasesWithRoles> {
  const server = await testPostgresUrl();
  const suffix = randomBytes(6).toString('hex');
  const statements = await readRoleStatements(suffix);
  await administrate(server, statements.once);
  const roles = roleNames.map((name) => roleOf(name, suffix));
  await administrate(
    server,
    roles.map((role) => `ALTER ROLE ${role} PASSWORD '${password}'`),
  );
  const as = (who: RoleName) => addressesOf(server, suffix, roleOf(who, suffix));
  const settings = as('owner');
  await migrate(settings);
  await administrate(settings.AUTH_DATABASE_URL, [statements.grants.auth]);
  await administrate(settings.ORDERING_DATABASE_URL, [statements.grants.ordering]);
  return {
    settings,
    settingsOf: (service) => ({ ...as(service), MIGRATE_AT_START: 'false' }),
    remove: () =>
      administrate(server, [
        ...databaseNames.map((name) => dropped(`${name}_${suffix}`)),
        ...roles.map((role) => `DROP ROLE ${role}`),
      ]),
  };
}

function addressesOf(server: string, suffix: string, username?: string): Addresses {
  const of = (name: string) => {
    const who = username === undefined ? {} : { username, password };
    return Object.assign(new URL(server), { pathname: `/${name}_${suffix}`, ...who }).href;
  };
  return { AUTH_DATABASE_URL: of('auth'), ORDERING_DATABASE_URL: of('ordering') };
}

async function migrate(settings: Addresses): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', ...settings };
  const { code, stderr } = await tpctl.run(['migrate'], { env });
  if (code !== 0) throw new Error(`The tables cannot be made: ${stderr}`);
}

function dropped(name: string): string {
  return `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
}

/** Runs statements one after the other. */
export async function administrate(address: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
