import type { Transaction } from '@trading-platform/database';
import type { Happened } from '../../event/event.js';

/**
 * Appends to the log all that happened in this transaction. The events get their positions after the commit, so a transaction
 * never waits for another one because of the log. Call `EventNews.tellEntries` after the commit; `transactionWithEvents` does both.
 *
 * @param at the time in epoch milliseconds
 * @returns whether anything has happened
 */
export async function appendEvents(transaction: Transaction, happened: Happened, at = Date.now()): Promise<boolean> {
  const { happenings = [], changes = [] } = happened;
  if (happenings.length + changes.length === 0) return false;
  await transaction.execute('INSERT INTO event_entry (at, content) VALUES ($1, $2)', [
    at,
    JSON.stringify({ happenings, changes }),
  ]);
  return true;
}
