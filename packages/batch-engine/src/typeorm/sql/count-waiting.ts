import type { Sql } from '@trading-platform/database';

/** Nobody needs to know more exactly how many are in front. */
const countedAtMost = 10_000;

/** How many batches of its member wait in front of this one. */
export async function countWaitingBefore(sql: Sql, id: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
       SELECT id FROM batch WHERE state = 'waiting' AND id < $1
         AND member_code = (SELECT member_code FROM batch WHERE id = $1)
       LIMIT ${countedAtMost}) before`,
    [id],
  );
  return row!.count;
}
