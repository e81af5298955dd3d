import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '@trading-platform/database';

/** The number of events that one transaction removes. */
const eventsAtOnce = 5_000;
/**
 * Processes that wait for a SQLite file try again every few milliseconds, so few of them would succeed in a shorter
 * pause.
 */
const pauseMs = 20;

/**
 * The first and the last position of the events to remove. All these events happened before `$1`. An event of a long
 * transaction can have a position after younger events, and is kept as long as they are. The newest event is never
 * included, because cursors name it.
 */
const selectOld = `SELECT MIN(sequence) AS first, COALESCE(MIN(CASE WHEN at >= $1 THEN sequence END) - 1, MAX(sequence)) AS last
  FROM (
    SELECT sequence, at FROM event
    WHERE sequence > (SELECT removed_to FROM event_log) AND sequence < (SELECT position FROM event_log)
    ORDER BY sequence LIMIT ${eventsAtOnce}
  ) AS oldest`;

/** Removes old events from the beginning of the log. Other transactions can run between two of these short ones. */
export async function forgetEvents(database: Database, olderThan: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const [row] = await database.query<{ first: number | null; last: number | null }>(selectOld, [olderThan]);
    const { first = null, last = null } = row ?? {};
    if (first === null || last === null || last < first) return removed;
    removed += await database.transaction((transaction) => remove(transaction, first, last));
    await sleep(pauseMs);
  }
}

async function remove(transaction: Transaction, first: number, last: number): Promise<number> {
  await transaction.execute('UPDATE event_log SET removed_to = $1 WHERE removed_to < $1', [last]);
  return transaction.execute('DELETE FROM event WHERE sequence BETWEEN $1 AND $2', [first, last]);
}
