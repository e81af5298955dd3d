import type { Sql } from '@trading-platform/database';

/**
 * Returns the time when the oldest waiting batch was requested. The state is written as a literal, because otherwise the planner
 * would not use the partial index for this state.
 */
export async function oldestWaitingSince(sql: Sql): Promise<number | undefined> {
  const [oldest] = await sql.query<{ requested_at: number }>(
    `SELECT requested_at FROM batch WHERE state = 'waiting' ORDER BY id LIMIT 1`,
  );
  return oldest?.requested_at;
}
