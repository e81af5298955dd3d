import type { Sql } from '@trading-platform/database';

/** The maximum number of batches that are counted, because an exact higher number is of no use. */
const countedAtMost = 10_000;

/** Counts the waiting batches of the same member that were requested before this batch. */
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
