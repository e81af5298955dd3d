import type { Sql } from '@trading-platform/database';
import type { BatchRead } from '../../storage/batch-store.js';

const isNews = '(batch.last_read_at IS NULL OR batch.last_read_at < read.at)';

/**
 * All times are passed as one value, so that the statement is the same for any number of times. PostgreSQL locks the rows in the
 * order of their numbers, so that processes that write at the same time cannot block each other in a deadlock.
 */
const statements = {
  postgres: `WITH held AS (
      SELECT batch.id, read.at
        FROM (SELECT (pair->>0)::bigint AS id, (pair->>1)::bigint AS at FROM json_array_elements($1::json) AS pair) AS read
        JOIN batch ON batch.id = read.id WHERE ${isNews} ORDER BY batch.id FOR NO KEY UPDATE OF batch
    ) UPDATE batch SET last_read_at = held.at FROM held WHERE batch.id = held.id`,
  sqlite: `UPDATE batch SET last_read_at = read.at
      FROM (SELECT value->>0 AS id, value->>1 AS at FROM json_each($1)) AS read
      WHERE batch.id = read.id AND ${isNews}`,
} as const;

/** Stores the times at which batches were last read. */
export async function noteReads(sql: Sql, reads: readonly BatchRead[]): Promise<void> {
  await sql.execute(statements[sql.dialect], [JSON.stringify(reads.map(({ id, at }) => [id, at]))]);
}
