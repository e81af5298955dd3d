import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe } from '@jest/globals';
import type { Database, Schema } from '../database.js';
import { openDatabase } from '../open-database.js';
import type { Dialect } from '../per-dialect.js';
import { administrate } from './create-databases.js';
import { testPostgresUrl } from './test-server.js';

/** A database of a test, and where it is: further processes or connections can open it too. */
export type TestDatabase = Database & { readonly address: string };

/** Opens a fresh, migrated database. It is closed and dropped after the test, or after the block if opened in `beforeAll`. */
export type OpenTestDatabase = () => Promise<TestDatabase>;

interface Place {
  readonly address: string;
  remove(): Promise<void>;
}

interface Opened {
  readonly database: TestDatabase;
  readonly place: Place;
}

/**
 * Runs a block of tests on SQLite (a temporary file) and on a real PostgreSQL (`TEST_POSTGRES_URL`, a server on which it
 * may create databases, else an embedded one). Neither is ever skipped.
 *
 * @example
 * describeDatabases('clients', [authSchema], (open) => {
 *   it('starts empty', async () => {
 *     const database = await open();
 *     expect(await database.query('SELECT * FROM client')).toEqual([]);
 *   });
 * });
 */
export function describeDatabases(
  name: string,
  schemas: readonly Schema[],
  block: (open: OpenTestDatabase, dialect: Dialect) => void,
): void {
  describe.each([
    { title: 'SQLite', dialect: 'sqlite', makePlace: makeFile },
    { title: 'PostgreSQL', dialect: 'postgres', makePlace: makePostgresDatabase },
  ] as const)(`${name} on $title`, ({ dialect, makePlace }) => {
    const ofBlock: Opened[] = [];
    const ofTest: Opened[] = [];
    let current = ofBlock;
    beforeEach(() => {
      current = ofTest;
    });
    afterEach(async () => {
      current = ofBlock;
      await removeAll(ofTest);
    }, 30_000);
    afterAll(() => removeAll(ofBlock), 30_000);

    block(async () => {
      const place = await makePlace();
      const database = await openMigrated(place.address, schemas);
      current.push({ database, place });
      return database;
    }, dialect);
  });
}

async function openMigrated(address: string, schemas: readonly Schema[]): Promise<TestDatabase> {
  const database = await openDatabase({ address, schemas, applicationName: 'test' });
  await database.migrate();
  return Object.assign(database, { address });
}

async function removeAll(opened: Opened[]): Promise<void> {
  for (const { database, place } of opened.splice(0)) {
    await database.close();
    await place.remove();
  }
}

async function makeFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-test-'));
  return {
    address: `sqlite:${join(folder, 'test.sqlite')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makePostgresDatabase(): Promise<Place> {
  const server = await testPostgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administrate(server, [`CREATE DATABASE ${name}`]);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    address: address.href,
    remove: () => administrate(server, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]),
  };
}
