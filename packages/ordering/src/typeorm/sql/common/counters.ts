import { randomInt } from 'node:crypto';
import type { Sql, Transaction } from '@trading-platform/database';

/** Data that loads and removals change; `trade-pairs` are the pairs that lost their last slip. */
export type ChangeName = 'members' | 'master' | 'trade' | 'trade-pairs' | 'settings' | 'fc-prices' | 'delivery-places';

/** How often each kind of data was changed. */
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

/** Counts a change in its own transaction, so that caches in other processes notice that they are out of date. */
export async function countChange(transaction: Transaction, name: ChangeName): Promise<void> {
  await transaction.execute(
    `INSERT INTO change_counter (name, value) VALUES ($1, 1)
     ON CONFLICT (name) DO UPDATE SET value = change_counter.value + 1`,
    [name],
  );
}

/** Data whose changes can be followed. */
export type FollowedName = Extract<ChangeName, 'master' | 'trade' | 'settings'>;

const stampsBelow = 2 ** 48 - 1;

/**
 * As `countChange`, before rows are written, and answers their position (ADR 0018). The row of the counter is locked until the
 * transaction ends, so positions have the order of commits: a reader of one sees all rows of earlier ones.
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

/** Reads the change counters. Data that is read later is at least as new as they are. */
export async function readChangeCounters(sql: Sql): Promise<ChangeCounters> {
  const rows = await sql.query<{ name: ChangeName; value: number }>('SELECT name, value FROM change_counter');
  return { ...unchanged, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** Holds a range of numbers until the transaction ends, as `takeNumbers` does. */
export async function holdNumbers(transaction: Transaction, range: string): Promise<void> {
  await takeNumbers(transaction, range, 0);
}

/**
 * Takes numbers that nobody else gets, and answers the first of them. The range is locked until the transaction ends: loads of
 * one kind follow each other.
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
