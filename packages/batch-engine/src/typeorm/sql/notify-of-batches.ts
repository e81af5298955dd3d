import type { Sql } from '@trading-platform/database';

/** The channel, and the message. */
export type Notice = readonly [channel: string, message: string];

/**
 * PostgreSQL commits transactions that notify one after the other, so this one does nothing else and does not wait for the disk. All
 * notices are one value, so that the statement is the same for any number of them.
 */
const statement = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(notice->>0, notice->>1)
   FROM json_array_elements($1::json) AS notice`;

/** Notifies all who listen on PostgreSQL. */
export async function notifyOfBatches(sql: Sql, notices: readonly Notice[]): Promise<void> {
  await sql.query(statement, [JSON.stringify(notices)]);
}
