import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { testPostgresUrl } from '@trading-platform/database/testing';
import pg from 'pg';
import type { CallerFolder } from './caller-folder.js';

export type MirrorRow = Readonly<Record<string, unknown>>;
export type MirrorKind = 'sqlite' | 'postgres' | 'folder';

/** A place to which `tp sync` copies the data. */
export interface Mirror {
  /** The value of the option `--to`. */
  readonly to: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the rows of all tables, by table. If the copy is a folder, returns its records. */
  tables(): Promise<Map<string, readonly MirrorRow[]>>;
  remove(): Promise<void>;
}

export function makeMirror(kind: MirrorKind, place: CallerFolder): Promise<Mirror> {
  return { sqlite: sqliteMirror, postgres: postgresMirror, folder: folderMirror }[kind](place);
}

async function sqliteMirror(place: CallerFolder): Promise<Mirror> {
  const path = place.path('mirror.db');
  return {
    to: 'sqlite:mirror.db',
    env: {},
    tables: async () => {
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
        return new Map(
          names.map(({ name }) => {
            const table = name as string;
            return [table, database.prepare(`SELECT * FROM "${table}"`).all()] as const;
          }),
        );
      } finally {
        database.close();
      }
    },
    remove: async () => undefined,
  };
}

async function postgresMirror(): Promise<Mirror> {
  const server = new URL(await testPostgresUrl());
  const database = `mirror_${randomBytes(6).toString('hex')}`;
  const own = Object.assign(new URL(server), { pathname: `/${database}` }).href;
  await ask(server.href, `CREATE DATABASE ${database}`);
  return {
    to: Object.assign(new URL(own), { password: '' }).href,
    env: { PGPASSWORD: decodeURIComponent(server.password) },
    tables: async () => {
      const names = await ask(own, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
      const rows = names.map(async ({ name }) => {
        const table = name as string;
        const found = await ask(own, `SELECT to_jsonb(t) AS row FROM "${table}" t`);
        return [table, found.map(({ row }) => row as MirrorRow)] as const;
      });
      return new Map(await Promise.all(rows));
    },
    remove: async () => void (await ask(server.href, `DROP DATABASE ${database} WITH (FORCE)`)),
  };
}

async function ask(address: string, sql: string): Promise<readonly MirrorRow[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows as MirrorRow[];
  } finally {
    await client.end();
  }
}

async function folderMirror(place: CallerFolder): Promise<Mirror> {
  const folder = place.path('copy');
  return {
    to: 'copy/',
    env: {},
    tables: async () => {
      const names = existsSync(folder) ? await readdir(folder) : [];
      const files = names
        .filter((name) => name.endsWith('.ndjson'))
        .map(async (name) => {
          const lines = (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '');
          return [name.replace('.ndjson', ''), lines.map((line) => JSON.parse(line) as MirrorRow)] as const;
        });
      return new Map(await Promise.all(files));
    },
    remove: async () => undefined,
  };
}
