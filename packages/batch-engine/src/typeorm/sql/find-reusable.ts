import type { Sql } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import type { ReusableBatch } from '../../storage/batch-store.js';
import { batchColumns, queryBatches } from './batch-rows.js';

/** Finds the batch with the newest snapshot among the batches of this owner, function and selection that have not expired. */
export async function findReusable(sql: Sql, asked: ReusableBatch): Promise<Batch | undefined> {
  const { memberCode, clientId, functionName, selection, snapshotFrom, now } = asked;
  const [batch] = await queryBatches(
    sql,
    `SELECT ${batchColumns} FROM batch WHERE member_code = $1 AND client_id = $2 AND function_name = $3
       AND selection = $4 AND snapshot_at >= $5 AND expires_at > $6 ORDER BY snapshot_at DESC LIMIT 1`,
    [memberCode, clientId, functionName, selection, snapshotFrom, now],
  );
  return batch;
}
