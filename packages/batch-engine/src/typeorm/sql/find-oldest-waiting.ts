import type { Sql } from '@trading-platform/database';

/** When the oldest waiting batch was requested. The state is a literal, because only then the planner uses its partial index. */
export async function oldestWaitingSince(sql: Sql): Promise<number | undefined> {
  const [oldest] = await sql.query<{ requested_at: number }>(
    `SELECT requested_at FROM batch WHERE state = 'waiting' ORDER BY id LIMIT 1`,
  );
  return oldest?.requested_at;
}
