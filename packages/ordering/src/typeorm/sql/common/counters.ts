import { randomInt } from 'node:crypto';
import type { Database, Sql, Transaction } from '@trading-platform/database';

/** The kinds of data that imports and removals can change. `trade-pairs` is the set of pairs that have lost their last slip. */
export type ChangeName = 'members' | 'master' | 'trade' | 'trade-pairs' | 'settings' | 'fc-prices' | 'delivery-places';

/** The number of changes to each kind of data. */
export type ChangeCounters = Readonly<Record<ChangeName, number>>;

const unchanged: ChangeCounters = {
  members: 0,
  master: 0,
  trade: 0,
  'trade-pairs': 0,
  settings: 0,
  'fc-prices': 0,
  'delivery-places': 0,
};

/** Counts a change in the transaction that makes the change, so that other processes drop their cached data. */
export async function countChange(transaction: Transaction, name: ChangeName): Promise<void> {
  await transaction.execute(
    `INSERT INTO change_counter (name, value) VALUES ($1, 1)
     ON CONFLICT (name) DO UPDATE SET value = change_counter.value + 1`,
    [name],
  );
}

/** Kinds of data for which callers can request only the changes. */
export type FollowedName = Extract<ChangeName, 'master' | 'trade' | 'settings'>;

const stampsBelow = 2 ** 48 - 1;

/**
 * Counts a change like `countChange`, and returns its position (ADR 0018). `takePosition` must be called before the rows are
 * written. The row of the counter remains locked until the transaction ends, so positions have the same order as commits. A
 * transaction that reads a row with one position can therefore read all rows with earlier positions.
 */
export async function takePosition(transaction: Transaction, name: FollowedName): Promise<number> {
  const [row] = await transaction.query<{ position: number }>(
    `INSERT INTO change_counter (name, value, position) VALUES ($1, 1, 1)
     ON CONFLICT (name) DO UPDATE SET value = change_counter.value + 1, position = change_counter.position + 1
     RETURNING position`,
    [name],
  );
  const position = row?.position ?? 0;
  await transaction.execute('INSERT INTO position_stamp (name, position, stamp, made_at) VALUES ($1, $2, $3, $4)', [
    name,
    position,
    randomInt(stampsBelow),
    Date.now(),
  ]);
  return position;
}

/** Reads the change counters. Data that are read after the counters are at least as new as the counters. */
export async function readChangeCounters(sql: Sql): Promise<ChangeCounters> {
  const rows = await sql.query<{ name: ChangeName; value: number }>('SELECT name, value FROM change_counter');
  return { ...unchanged, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** Locks a range of numbers until the transaction ends, without taking a number. */
export async function holdNumbers(transaction: Transaction, range: string): Promise<void> {
  await takeNumbers(transaction, range, 0);
}

/**
 * Takes numbers that no other transaction gets, and returns the first of these numbers. The range remains locked until the
 * transaction ends, so only one import of a kind runs at a time.
 */
export async function takeNumbers(transaction: Transaction, range: string, count: number): Promise<number> {
  const [row] = await transaction.query<{ last_value: number }>(
    `INSERT INTO number_range (name, last_value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET last_value = number_range.last_value + excluded.last_value
     RETURNING last_value`,
    [range, count],
  );
  return (row?.last_value ?? 0) - count + 1;
}

/**
 * Takes running numbers of slips for people, and returns the first one. The numbers are taken in a separate transaction, so that no
 * other process has to wait while slips are rendered. Unused numbers do no harm.
 */
export function takeRunningNumbers(database: Database, count: number): Promise<number> {
  return database.transaction((transaction) => takeNumbers(transaction, 'check-number', count), { durable: false });
}
