import { type Database, lockUntilCommit, type Sql, type Transaction } from '@trading-platform/database';

const dayMs = 24 * 60 * 60 * 1000;
const partitionPrefix = 'batch_segment_day_';

/** The days of partitions, counted from 1970-01-01. */
export interface PartitionDays {
  /** The days for which a partition is created. */
  readonly made: readonly number[];
  /** The past days whose empty partitions are dropped. */
  readonly dropped: readonly number[];
}

/** Converts an instant in epoch milliseconds to a day, counted from 1970-01-01. */
export function dayOf(instant: number): number {
  return Math.floor(instant / dayMs);
}

/**
 * Returns the changes that `maintainPartitions` would make. Partitions are created in advance, so that no partition is created
 * while segments of its day are written. Segments of a day without a partition go into the default partition.
 *
 * @param now epoch milliseconds
 */
export async function partitionsToChange(sql: Sql, now: number, daysAhead: number): Promise<PartitionDays> {
  const existing = new Set(await partitionDays(sql));
  const today = dayOf(now);
  const made = Array.from({ length: daysAhead }, (_, n) => today + 1 + n).filter((day) => !existing.has(day));
  const dropped = [];
  for (const day of existing) if (day < today && (await isEmpty(sql, day))) dropped.push(day);
  return { made, dropped };
}

/**
 * Creates the partitions of the next days, and drops empty partitions of past days. Returns the days of the changed partitions.
 */
export async function maintainPartitions(database: Database, now: number, daysAhead: number): Promise<PartitionDays> {
  const { made, dropped } = await partitionsToChange(database, now, daysAhead);
  return {
    made: await each(database, made, makePartition),
    dropped: await each(database, dropped, dropEmptyPartition),
  };
}

/** @param change answers whether it changed anything */
async function each(
  database: Database,
  days: readonly number[],
  change: (transaction: Transaction, day: number) => Promise<boolean>,
): Promise<readonly number[]> {
  const changed = [];
  for (const day of days) {
    const isChanged = await database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'segmentPartitions');
      return change(transaction, day);
    });
    if (isChanged) changed.push(day);
  }
  return changed;
}

async function partitionDays(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = to_regclass('batch_segment') ORDER BY 1`,
  );
  const names = rows.map(({ name }) => name).filter((name) => name.startsWith(partitionPrefix));
  return names.map((name) => Number(name.slice(partitionPrefix.length)));
}

async function makePartition(transaction: Transaction, day: number): Promise<boolean> {
  if ((await partitionDays(transaction)).includes(day)) return false;
  await transaction.execute(
    `CREATE TABLE ${partitionPrefix}${day} PARTITION OF batch_segment FOR VALUES FROM (${day}) TO (${day + 1})`,
  );
  return true;
}

/** Checks again whether the partition is empty, under the lock that dropping requires in any case. */
async function dropEmptyPartition(transaction: Transaction, day: number): Promise<boolean> {
  if (!(await partitionDays(transaction)).includes(day) || !(await isEmpty(transaction, day))) return false;
  await transaction.execute(`LOCK TABLE ${partitionPrefix}${day} IN ACCESS EXCLUSIVE MODE`);
  if (!(await isEmpty(transaction, day))) return false;
  await transaction.execute(`DROP TABLE ${partitionPrefix}${day}`);
  return true;
}

async function isEmpty(sql: Sql, day: number): Promise<boolean> {
  const [row] = await sql.query<{ empty: boolean }>(
    `SELECT NOT EXISTS (SELECT 1 FROM batch_segment WHERE day = $1) AS empty`,
    [day],
  );
  return row!.empty;
}
