import type { Database } from '@trading-platform/database';
import { CliError } from '@trading-platform/terminal';
import { type CopiedTable, copyTable, digestTable, tablesOf } from './copied-table.js';

/** A table that marks the target as incomplete until the copy is verified. */
const markerOf = (name: string) => `platform_copy_of_${name}`;

/** Migrations fill these tables on each platform, so their rows are not data of another platform. */
const filledByMigrations = ['event_log', 'position_stamp'];

/** The number of rows of each table. */
export type CopiedRows = Readonly<Record<string, number>>;

/**
 * Copies all tables of a database into another one, and then compares counts and digests. The target must have the same
 * tables. They must be without rows, or contain what an interrupted run of this copy has written.
 *
 * @param name of the database in messages
 * @throws CliError if the target has rows that are not from the source, or if the source changed during the copy
 */
export async function copyDatabase(
  name: string,
  source: Database,
  target: Database,
  onRows: (count: number) => void,
): Promise<CopiedRows> {
  const tables = tablesOf(target);
  const marker = markerOf(name);
  const isBegun = await isThere(target, marker);
  if (!isBegun && (await hasRows(target, tables))) return verified(name, source, target, tables, hasOwnRows);
  if (!isBegun) await begin(target, tables, marker);
  for (const table of tables) await copyTable(source, target, table, onRows);
  const rows = await verified(name, source, target, tables, differs);
  await target.execute(`DROP TABLE ${marker}`);
  return rows;
}

async function begin(target: Database, tables: readonly CopiedTable[], marker: string): Promise<void> {
  await target.transaction(async (transaction) => {
    for (const { name } of tables.filter((table) => filledByMigrations.includes(table.name))) {
      await transaction.execute(`DELETE FROM ${name}`);
    }
    await transaction.execute(`CREATE TABLE ${marker} (begun_at BIGINT NOT NULL)`);
    await transaction.execute(`INSERT INTO ${marker} (begun_at) VALUES ($1)`, [Date.now()]);
  });
}

async function isThere(target: Database, table: string): Promise<boolean> {
  const catalogue = target.dialect === 'postgres' ? 'pg_tables WHERE tablename' : 'sqlite_master WHERE name';
  return (await target.query(`SELECT 1 FROM ${catalogue} = $1`, [table])).length > 0;
}

async function hasRows(target: Database, tables: readonly CopiedTable[]): Promise<boolean> {
  for (const { name } of tables.filter((table) => !filledByMigrations.includes(table.name))) {
    if ((await target.query(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0) return true;
  }
  return false;
}

type Complaint = (name: string, tables: readonly string[]) => string;

const differs: Complaint = (name, tables) =>
  `The copy of ${name} differs in ${tables.join(', ')}: stop the services of the platform that is copied, and copy into new databases`;

const hasOwnRows: Complaint = (name, tables) =>
  `The target of ${name} has rows that are not of this platform, in ${tables.join(', ')}: copy into new databases`;

async function verified(
  name: string,
  source: Database,
  target: Database,
  tables: readonly CopiedTable[],
  complain: Complaint,
): Promise<CopiedRows> {
  const rows: Record<string, number> = {};
  const different: string[] = [];
  for (const table of tables) {
    const [from, to] = await Promise.all([digestTable(source, table), digestTable(target, table)]);
    rows[table.name] = to.rows;
    if (from.rows !== to.rows || from.digest !== to.digest) different.push(table.name);
  }
  if (different.length > 0) throw new CliError('refused', complain(name, different));
  return rows;
}
