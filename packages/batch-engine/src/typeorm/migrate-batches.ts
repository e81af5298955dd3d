import { existsSync } from 'node:fs';
import { type Database, migrationNames, parseDatabaseAddress, withDatabase } from '@trading-platform/database';
import { batchSchema, segmentSchema } from './batch-schema.js';
import { segmentFileOf } from './default-batch-address.js';
import { maintainPartitions, type PartitionDays, partitionsToChange } from './sql/segment-partitions.js';
import { withSegmentTables } from './with-segment-tables.js';

/** The number of days for which each run creates partitions, because some services are not allowed to create any. */
const daysAhead = 60;
const dayMs = 24 * 60 * 60 * 1000;

/** The changes to the tables of batches: the names of migrations, and the days of partitions. */
export interface BatchMigrations {
  readonly batch: readonly string[];
  readonly segments: readonly string[];
}

interface BatchMigrationOptions {
  /** The address of the database: `sqlite:path` or `postgres://…`. */
  readonly address: string;
  readonly applicationName?: string;
  /** The current time in epoch milliseconds. By default, the system clock is used. */
  readonly now?: number;
}

/** Returns the changes that `migrateBatches` would make. The database is not changed, and no file is created. */
export async function pendingBatchMigrations(options: BatchMigrationOptions): Promise<BatchMigrations> {
  const parsed = parseDatabaseAddress(options.address);
  if (parsed.dialect === 'postgres') {
    return withBatchTables(options, async (database, now) => ({
      batch: await database.pendingMigrations(),
      segments: inWords(await partitionsToChange(database, now, daysAhead)),
    }));
  }
  const file = segmentFileOf(parsed.path);
  return {
    batch: existsSync(parsed.path)
      ? await withBatchTables(options, (database) => database.pendingMigrations())
      : migrationNames(batchSchema, 'sqlite'),
    segments: existsSync(file)
      ? await withSegmentTables(file, (database) => database.pendingMigrations())
      : migrationNames(segmentSchema, 'sqlite'),
  };
}

/**
 * Updates the tables of batches and segments to the current version. On PostgreSQL the migration also creates the partitions for
 * the next 60 days, and drops empty partitions of past days. Any number of processes may run this migration at the same time.
 * Returns the changes that this process has made.
 */
export async function migrateBatches(options: BatchMigrationOptions): Promise<BatchMigrations> {
  const parsed = parseDatabaseAddress(options.address);
  return withBatchTables(options, async (database, now) => {
    const batch = await database.migrate();
    const segments =
      parsed.dialect === 'postgres'
        ? inWords(await maintainPartitions(database, now, daysAhead))
        : await withSegmentTables(segmentFileOf(parsed.path), (tables) => tables.migrate());
    return { batch, segments };
  });
}

function withBatchTables<T>(
  { now = Date.now(), ...options }: BatchMigrationOptions,
  work: (database: Database, now: number) => Promise<T>,
): Promise<T> {
  return withDatabase({ ...options, schemas: [batchSchema] }, (database) => work(database, now));
}

function inWords({ made, dropped }: PartitionDays): string[] {
  return [...daysInWords('partitions', made), ...daysInWords('no empty partitions', dropped)];
}

/** @example daysInWords('partitions', [0, 1]) // ['partitions of 1970-01-01 to 1970-01-02'] */
function daysInWords(what: string, days: readonly number[]): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [`${what} of ${dateOf(first)} to ${dateOf(last)}`];
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
