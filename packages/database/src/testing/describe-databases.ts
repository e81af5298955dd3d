import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe } from '@jest/globals';
import pg from 'pg';
import type { Database, Schema } from '../database.js';
import { openDatabase } from '../open-database.js';
import type { Dialect } from '../per-dialect.js';
import { testPostgresUrl } from './test-server.js';

/** The database of a test, with the address at which other processes or connections can open it. */
export type TestDatabase = Database & { readonly address: string };

/** Writes to a database what tests find in it. */
type FillDatabase = (database: Database) => Promise<void>;

/**
 * Opens a new database whose migrations have run. The database is closed and dropped after the test or, if it was opened in
 * `beforeAll`, after the block of tests.
 *
 * @param fill runs once, and all databases that are opened with the same function are copies of the one that it filled. Default:
 * the database is empty
 */
export type OpenTestDatabase = (fill?: FillDatabase) => Promise<TestDatabase>;

interface Place {
  /** The file of SQLite, or the name of the database on the server. */
  readonly name: string;
  readonly address: string;
  remove(): Promise<void>;
}

type MakePlace = (original?: Place) => Promise<Place>;

interface Contents {
  readonly makePlace: MakePlace;
  readonly schemas: readonly Schema[];
  readonly fill: FillDatabase | undefined;
}

interface KeptOriginal extends Contents {
  readonly original: Promise<Place>;
}

/** Whether the server and the temporary folder belong to a test run, which removes them with all that tests leave there. */
const goesWithRun = process.env['TEST_RUN_OWNS_DATABASES'] === '1';
const keptOriginals: KeptOriginal[] = [];
let maintenance: pg.Pool | undefined;

interface Opened {
  readonly database: TestDatabase;
  readonly place: Place;
}

/**
 * Runs a block of tests on SQLite (a temporary file) and on a real PostgreSQL. The tests use the PostgreSQL server in
 * `TEST_POSTGRES_URL`, which must allow them to create databases, or else an embedded server. Neither kind of database is ever
 * skipped.
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
    /** An original database is migrated and filled once, and the databases of the tests are copies of it. */
    const originals: KeptOriginal[] = goesWithRun ? keptOriginals : [];
    const ofBlock: Opened[] = [];
    const ofTest: Opened[] = [];
    let current = ofBlock;
    beforeEach(() => {
      current = ofTest;
    });
    afterEach(async () => {
      current = ofBlock;
      await removeAll(ofTest);
    });
    afterAll(async () => {
      await removeAll(ofBlock);
      if (goesWithRun) return;
      for (const { original } of originals) await (await original).remove();
    });

    block(async (fill) => {
      const place = await makePlace(await originalOf({ makePlace, schemas, fill }, originals));
      const { address } = place;
      const database = Object.assign(await open(address, schemas), { address });
      current.push({ database, place });
      return database;
    }, dialect);
  });
}

/** No test depends on a time limit of the database, and on a busy machine the usual limit is too short. */
function open(address: string, schemas: readonly Schema[]): Promise<Database> {
  return openDatabase({ address, schemas, applicationName: 'test', statementTimeoutMs: 120_000 });
}

/** Returns the original database with these contents, which other tests have used or will use. */
function originalOf(contents: Contents, originals: KeptOriginal[]): Promise<Place> {
  const { makePlace, schemas, fill } = contents;
  const known = originals.find(
    (each) => each.makePlace === makePlace && each.fill === fill && areSame(each.schemas, schemas),
  );
  if (known !== undefined) return known.original;
  const original = makeOriginal(contents, originals);
  originals.push({ ...contents, original });
  return original;
}

async function makeOriginal(contents: Contents, originals: KeptOriginal[]): Promise<Place> {
  const { makePlace, schemas, fill } = contents;
  const migrated = fill === undefined ? undefined : await originalOf({ ...contents, fill: undefined }, originals);
  const place = await makePlace(migrated);
  const database = await open(place.address, schemas);
  try {
    await (fill === undefined ? database.migrate() : fill(database));
  } finally {
    await database.close();
  }
  return place;
}

function areSame(some: readonly Schema[], others: readonly Schema[]): boolean {
  return some.length === others.length && some.every((schema, index) => schema === others[index]);
}

async function removeAll(opened: Opened[]): Promise<void> {
  for (const { database, place } of opened.splice(0)) {
    await database.close();
    await place.remove();
  }
}

async function makeFile(original?: Place): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-test-'));
  const name = join(folder, 'test.sqlite');
  if (original !== undefined) await copyFile(original.name, name);
  return {
    name,
    address: `sqlite:${name}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makePostgresDatabase(original?: Place): Promise<Place> {
  const server = await testPostgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const connections = maintenanceOf(server);
  // A copy of the files needs half the CPU time of a copy through the log.
  const template = original === undefined ? '' : ` TEMPLATE ${original.name} STRATEGY file_copy`;
  await connections.query(`CREATE DATABASE ${name}${template}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    name,
    address: address.href,
    async remove() {
      await connections.query(untilUnused(name));
      await connections.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/**
 * The connections to the maintenance database of the server of this process. They are kept, because each new connection
 * costs as much as a test. Idle connections are not closed, because a later test of this process could have stopped the
 * clock and count timers at that moment.
 */
function maintenanceOf(server: string): pg.Pool {
  maintenance ??= new pg.Pool({ connectionString: server, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true }).on(
    'error',
    () => undefined,
  );
  return maintenance;
}

/**
 * Waits up to a second for connections that are about to end. If the server closed the connections of a test, their clients would
 * report errors after the end of the test.
 */
function untilUnused(name: string): string {
  return `DO $$ BEGIN
    FOR look IN 1..100 LOOP
      EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = '${name}');
      PERFORM pg_sleep(0.01);
      PERFORM pg_stat_clear_snapshot();
    END LOOP;
  END $$`;
}
