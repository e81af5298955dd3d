import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { testPostgresUrl } from '@trading-platform/database/testing';
import pg from 'pg';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Fresh databases for one platform. */
export interface PlatformDatabases {
  readonly settings: Readonly<Record<'AUTH_DATABASE_URL' | 'ORDERING_DATABASE_URL', string>>;
  remove(): Promise<void>;
}

/** SQLite files in a folder, or databases of their own on the PostgreSQL of the tests. */
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
  const names = [`auth_${suffix}`, `ordering_${suffix}`] as const;
  await administrate(
    server,
    names.map((name) => `CREATE DATABASE ${name}`),
  );
  const [auth, ordering] = names.map((name) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
  return {
    settings: { AUTH_DATABASE_URL: auth ?? '', ORDERING_DATABASE_URL: ordering ?? '' },
    remove: () =>
      administrate(
        server,
        names.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      ),
  };
}

async function administrate(server: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
