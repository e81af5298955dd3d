import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * The state of the platform at one time: the rows of each table, the size of the databases, and the memory and open
 * files of each service.
 */
export interface SoakSample {
  /** The position in the run, from 0 to 1. */
  readonly part: number;
  readonly rows: ReadonlyMap<string, number>;
  readonly diskBytes: number;
  readonly residentBytes: ReadonlyMap<string, number>;
  readonly handles: ReadonlyMap<string, number>;
}

/** A table that grows by fewer rows than this does not count as growing. */
const spared = 200;

const tables = `SELECT relname AS name, relkind FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition`;

/** Reads the number of rows in each of our own tables, and the size of the databases on disk. */
export async function readTables(
  addresses: readonly string[],
): Promise<{ rows: Map<string, number>; diskBytes: number }> {
  const rows = new Map<string, number>();
  let diskBytes = 0;
  for (const address of addresses) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    try {
      for (const { name } of (await client.query<{ name: string }>(tables)).rows) {
        const counted = await client.query<{ count: string }>(
          `SELECT COUNT(*) AS count FROM ${pg.escapeIdentifier(name)}`,
        );
        if (name !== 'schema_migration') rows.set(name, Number(counted.rows[0]?.count));
      }
      const size = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
      diskBytes += Number(size.rows[0]?.bytes);
    } finally {
      await client.end();
    }
  }
  return { rows, diskBytes };
}

/** Returns the memory and the open files of a process (Linux). */
export function readProcess(processId: number): { readonly residentBytes: number; readonly handles: number } {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return {
    residentBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024,
    handles: readdirSync(`/proc/${processId}/fd`).length,
  };
}

/**
 * Finds values that grow without limit. Such a value has a much higher maximum in the last part of the run than in an
 * early part. A value that reaches a stable level has the same maximum early and late in the run. A value that grows
 * steadily is twice as high late in the run.
 */
export function growing(samples: readonly SoakSample[]): readonly string[] {
  const within = (from: number, to: number) => samples.filter(({ part }) => part >= from && part < to);
  const [early, late] = [within(0.35, 0.5), within(0.85, 1.01)];
  const most = (some: readonly SoakSample[], name: string) => Math.max(...some.map(({ rows }) => rows.get(name) ?? 0));
  const names = [...new Set(samples.flatMap(({ rows }) => [...rows.keys()]))];
  return names
    .map((name) => ({ name, before: most(early, name), after: most(late, name) }))
    .filter(({ before, after }) => after > 1.7 * before + spared)
    .map(({ name, before, after }) => `${name}: ${before} rows, then ${after}`);
}

/** Returns one line for each table that ever had many rows. The line contains the number of rows in each sample. */
export function rowsOverTime(samples: readonly SoakSample[]): string {
  const names = [...new Set(samples.flatMap(({ rows }) => [...rows.keys()]))];
  return names
    .map((name) => ({ name, counts: samples.map(({ rows }) => rows.get(name) ?? 0) }))
    .filter(({ counts }) => Math.max(...counts) > spared)
    .map(({ name, counts }) => `${name}: ${counts.join(' ')}\n`)
    .join('');
}
