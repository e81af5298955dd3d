import type { Sql } from '@trading-platform/database';

/** When the batch was requested that was requested first of those that wait. The state is no parameter: so its index is found. */
export async function oldestWaitingSince(sql: Sql): Promise<number | undefined> {
  const [oldest] = await sql.query<{ requested_at: number }>(
    `SELECT requested_at FROM batch WHERE state = 'waiting' ORDER BY id LIMIT 1`,
  );
  return oldest?.requested_at;
}
