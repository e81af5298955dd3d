import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { testPostgresUrl } from '@trading-platform/database/testing';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import pg from 'pg';
import type { Workplace } from './run-tp.js';

type Row = Readonly<Record<string, unknown>>;

/** A place where `tp sync` keeps a copy. */
export interface TestPlace {
  /** The value of `--to`, followed by the other options for this place. */
  readonly to: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The rows of a table, or the rows of its first list if the table itself has no rows. */
  rows(table: string): Promise<readonly Row[]>;
  remove(): Promise<void>;
}

const nothing = async () => undefined;

export async function sqlitePlace(workplace: Workplace): Promise<TestPlace> {
  return {
    to: ['sqlite:mirror.db'],
    env: {},
    rows: async (table) => querySqlite(workplace.path('mirror.db'), `SELECT * FROM ${table}`),
    remove: nothing,
  };
}

/** Runs a query on an SQLite file. If the file does not exist, returns no rows and does not create it. */
export function querySqlite(path: string, sql: string): readonly Row[] {
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

/** A PostgreSQL database that other programs may use as well. */
export interface PostgresPlace extends TestPlace {
  execute(sql: string): Promise<unknown>;
}

export async function postgresPlace(): Promise<PostgresPlace> {
  const server = new URL(await testPostgresUrl());
  const name = `mirror_${randomBytes(6).toString('hex')}`;
  await query(server.href, `CREATE DATABASE ${name}`);
  const own = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const address = Object.assign(new URL(own), { password: '' }).href;
  return {
    to: [address],
    env: { PGPASSWORD: decodeURIComponent(server.password) },
    rows: (table) => query(own, `SELECT * FROM ${table}`),
    execute: (sql) => query(own, sql),
    remove: async () => void (await query(server.href, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function query(address: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

export async function linesPlace(workplace: Workplace): Promise<TestPlace> {
  return {
    to: ['copy/'],
    env: {},
    rows: async (table) => {
      const [kind = '', list] = table.split('_');
      const lines = (await workplace.read(`copy/${kind}.ndjson`)).split('\n').filter((line) => line !== '');
      const records = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      return list === undefined
        ? records
        : records.flatMap((record) => (record[list] ?? record[`${list}_list`]) as Row[]);
    },
    remove: nothing,
  };
}

export async function parquetPlace(workplace: Workplace): Promise<TestPlace> {
  return {
    to: ['copy/', '--format', 'parquet'],
    env: {},
    rows: async (table) => {
      const bytes = await readFile(workplace.path(`copy/${table}.parquet`));
      const rows = tableFromIPC(readParquet(bytes).intoIPCStream());
      return rows.toArray().map((row) => (row as { toJSON(): Row }).toJSON());
    },
    remove: nothing,
  };
}
