import type { Sql } from '@trading-platform/database';

/** The channel, and the message. */
export type Notice = readonly [channel: string, message: string];

/**
 * PostgreSQL lets transactions that notify commit one after the other, so this one has nothing else to do and waits for no disk. All notices
 * come as one value, so that the statement is the same however many there are.
 */
const statement = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(notice->>0, notice->>1)
   FROM json_array_elements($1::json) AS notice`;

/** Notifies all who listen on PostgreSQL. */
export async function tellOfBatches(sql: Sql, notices: readonly Notice[]): Promise<void> {
  await sql.query(statement, [JSON.stringify(notices)]);
}
