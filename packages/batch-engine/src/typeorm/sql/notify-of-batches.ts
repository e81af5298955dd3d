import type { Sql } from '@trading-platform/database';

/** A notification: its channel and its message. */
export type Notice = readonly [channel: string, message: string];

/**
 * PostgreSQL commits transactions with notifications one after another, so this transaction does nothing else and does not wait
 * for the disk. All notifications are passed as one value, so that the statement is the same for any number of them.
 */
const statement = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(notice->>0, notice->>1)
   FROM json_array_elements($1::json) AS notice`;

/** Sends notifications to all listeners on PostgreSQL. */
export async function notifyOfBatches(sql: Sql, notices: readonly Notice[]): Promise<void> {
  await sql.query(statement, [JSON.stringify(notices)]);
}
