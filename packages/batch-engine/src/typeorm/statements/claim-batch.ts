import { type Database, lockUntilCommit, type Sql, type SqlValue, type Transaction } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import type { Claim } from '../../storage/batch-store.js';
import { batchColumns, queryBatches } from './batch-rows.js';

/** Claims the batch whose turn it is. Looks without a lock first: mostly there is none. */
export async function claimNextBatch(database: Database, claim: Claim): Promise<Batch | undefined> {
  if ((await nextInTurn(database, claim)) === undefined) return undefined;
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'batchClaims');
    const id = await nextInTurn(transaction, claim);
    return id === undefined ? undefined : take(transaction, id, claim);
  });
}

/** Claims this batch if it waits, its time has come and its member is below the limit. */
export function claimBatch(database: Database, id: number, claim: Claim): Promise<Batch | undefined> {
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'batchClaims');
    const [row] = await transaction.query<{ running: number }>(
      `SELECT (SELECT COUNT(*) FROM batch other WHERE other.member_code = batch.member_code
                 AND other.state = 'processing') AS running
       FROM batch WHERE id = $1 AND state = 'waiting' AND not_before <= $2`,
      [id, claim.now],
    );
    if (row === undefined || row.running >= claim.runningPerMember) return undefined;
    return take(transaction, id, claim);
  });
}

/**
 * The oldest waiting batch of the member whose turn it is. Members come in the order of an index, and the first that has a
 * batch to be taken is the answer: a look costs the same however many wait. Its oldest batch is found between two bounds
 * that are the same: told that they are equal, PostgreSQL may walk along the ids of all batches, ended ones too.
 */
async function nextInTurn(sql: Sql, { functionNames, now, runningPerMember }: Claim): Promise<number | undefined> {
  if (functionNames.length === 0) return undefined;
  const values: SqlValue[] = [now, runningPerMember, ...functionNames];
  const names = functionNames.map((_, position) => `$${position + 3}`).join(', ');
  const [row] = await sql.query<{ id: number }>(
    `SELECT batch.id FROM batch_turn JOIN batch ON batch.id = (
       SELECT oldest.id FROM batch oldest
       WHERE oldest.state = 'waiting' AND oldest.not_before <= $1 AND oldest.function_name IN (${names})
         AND oldest.member_code >= batch_turn.member_code AND oldest.member_code <= batch_turn.member_code
       ORDER BY oldest.member_code, oldest.id LIMIT 1)
     WHERE batch_turn.queued = 1 AND batch_turn.running < $2
     ORDER BY batch_turn.running, batch_turn.served, batch_turn.first_batch LIMIT 1`,
    values,
  );
  return row?.id;
}

async function take(transaction: Transaction, id: number, claim: Claim): Promise<Batch | undefined> {
  const [batch] = await queryBatches(
    transaction,
    `UPDATE batch SET state = 'processing', attempt = attempt + 1, lease_owner = $1, lease_until = $2, started_at = $3,
       record_count = 0, records_expected = NULL, snapshot_at = NULL
     WHERE id = $4 AND state = 'waiting' RETURNING ${batchColumns}`,
    [claim.owner, claim.leaseUntil, claim.now, id],
  );
  if (batch === undefined) return undefined;
  await transaction.execute(
    `INSERT INTO batch_turn (member_code, served) SELECT $1, COALESCE(MAX(served), 0) + 1 FROM batch_turn WHERE true
     ON CONFLICT (member_code) DO UPDATE SET served = excluded.served`,
    [batch.memberCode],
  );
  return batch;
}
