import { randomInt } from 'node:crypto';
import type { Sql, Transaction } from '@trading-platform/database';

/** What a load or a removal can change; `trade-pairs` are the pairs that lost their last slip. */
export type ChangeName = 'members' | 'master' | 'trade' | 'trade-pairs' | 'settings' | 'fc-prices' | 'delivery-places';

/** How often each kind of data was changed; 0 for what never was. */
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

/** Counts a change in the transaction that makes it, so that caches elsewhere can tell that they are out of date. */
export async function countChange(transaction: Transaction, name: ChangeName): Promise<void> {
  await transaction.execute(
    `INSERT INTO change_counter (name, value) VALUES ($1, 1)
     ON CONFLICT (name) DO UPDATE SET value = change_counter.value + 1`,
    [name],
  );
}

/** What changes can be followed of. */
export type FollowedName = Extract<ChangeName, 'master' | 'trade' | 'settings'>;

const stampsBelow = 2 ** 48 - 1;

/**
 * As `countChange`, before rows are written, and answers the position that they get (ADR 0018). The counter's row is held until the
 * transaction ends, so positions are in the order of commits: who sees one sees all rows of those before.
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

/** Reads the change counters. Data read after them is at least as new as they say. */
export async function readChangeCounters(sql: Sql): Promise<ChangeCounters> {
  const rows = await sql.query<{ name: ChangeName; value: number }>('SELECT name, value FROM change_counter');
  return { ...unchanged, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** Holds a range of numbers until the transaction ends, as who takes numbers does. */
export async function holdNumbers(transaction: Transaction, range: string): Promise<void> {
  await takeNumbers(transaction, range, 0);
}

/**
 * Takes numbers that nobody else gets, and holds the range until the transaction ends: loads of one kind follow each other.
 * Answers the first of them.
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
