import type { Database, Transaction } from '@trading-platform/database';
import { holdNumbers } from '../sql/common/counters.js';
import { isOneOf } from '../sql/common/json-rows.js';
import { lookedUp } from '../sql/common/record-stream.js';

/** The tables whose rows belong to slips, and which do not exist for processes of 1.0.0. */
const tables = ['slip_history', 'slip_life'] as const;
type Table = (typeof tables)[number];

const slipsPerPage = 1_000;

/**
 * Removes the histories and lives of slips that do not exist: processes of 1.0.0, which may remove slips during an upgrade, leave
 * them. Returns the number of removed rows.
 */
export async function removeLeftData(database: Database): Promise<number> {
  let removed = 0;
  for (const table of tables) {
    for await (const tradeIds of leftIn(database, table)) {
      removed += await database.transaction((transaction) => removeLeft(transaction, table, tradeIds));
    }
  }
  return removed;
}

async function* leftIn(database: Database, table: Table): AsyncGenerator<readonly string[]> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const found: { trade_id: string; is_left: unknown }[] = await database.query(selectNamedSlips(table), [last]);
    const left = found.filter(({ is_left }) => Boolean(is_left)).map(({ trade_id }) => trade_id);
    if (left.length > 0) yield left;
    last = found.length < slipsPerPage ? undefined : found.at(-1)?.trade_id;
  }
}

/** Selects, by the primary key, a page of the slips that a table names. */
export function selectNamedSlips(table: Table): string {
  return `SELECT page.trade_id, NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = page.trade_id ${lookedUp}) AS is_left
    FROM (SELECT DISTINCT h.trade_id FROM ${table} h WHERE h.trade_id > $1 ORDER BY h.trade_id LIMIT ${slipsPerPage}) AS page
    ORDER BY page.trade_id`;
}

/** While the slip numbers are locked, no slip can come back. */
async function removeLeft(transaction: Transaction, table: Table, tradeIds: readonly string[]): Promise<number> {
  await holdNumbers(transaction, 'slip');
  return transaction.execute(
    `DELETE FROM ${table} WHERE ${isOneOf(transaction.dialect, 'trade_id', '$1')}
       AND NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = ${table}.trade_id)`,
    [JSON.stringify(tradeIds)],
  );
}
