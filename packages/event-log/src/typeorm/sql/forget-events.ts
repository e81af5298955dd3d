import type { Database, Transaction } from '@trading-platform/database';

/** The number of events that one transaction removes. */
const eventsAtOnce = 5_000;

/**
 * The last of the oldest events that all happened before `$1`. The newest event is never included, because cursors name it.
 */
const selectLastOld = `SELECT MAX(sequence) AS last FROM (
    SELECT sequence, at FROM event WHERE sequence < (SELECT position FROM event_log) ORDER BY sequence LIMIT ${eventsAtOnce}
  ) AS oldest WHERE at < $1`;

/** Removes old events from the beginning of the log. Between two short transactions, others have their turn. */
export async function forgetEvents(database: Database, olderThan: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const [row] = await database.query<{ last: number | null }>(selectLastOld, [olderThan]);
    if (row === undefined || row.last === null) return removed;
    const { last } = row;
    removed += await database.transaction((transaction) => removeTo(transaction, last));
  }
}

async function removeTo(transaction: Transaction, last: number): Promise<number> {
  await transaction.execute('UPDATE event_log SET removed_to = $1 WHERE removed_to < $1', [last]);
  return transaction.execute('DELETE FROM event WHERE sequence <= $1', [last]);
}
