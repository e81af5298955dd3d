import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, lockUntilCommit, type Sql, type SqlValue, type Transaction } from '@trading-platform/database';
import type { Batch } from '../../batch/batch.js';
import type { Claim } from '../../storage/batch-store.js';
import { batchColumns, queryBatches } from './batch-rows.js';
import type { ClaimSpread } from './claim-spread.js';

/**
 * Claims the next batch in turn. All idle workers are notified of a new batch at the same moment, and only one of them
 * gets the batch. The other workers wait for different random times before they search again. By then, most of them
 * find that no batch is left.
 */
export async function claimNextBatch(
  database: Database,
  claim: Claim,
  spread: ClaimSpread,
): Promise<Batch | undefined> {
  const delayMs = spread.delayMs();
  if (delayMs > 0) await sleep(delayMs);
  if ((await nextInTurn(database, claim)) === undefined) return undefined;
  const batch = await database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'batchClaims');
    if (transaction.dialect === 'postgres') return takeNext(transaction, claim);
    const next = await nextInTurn(transaction, claim);
    return next && take(transaction, next.id, claim);
  });
  if (batch === undefined) spread.widen();
  else spread.narrow();
  return batch;
}

/**
 * Finds the oldest waiting batch of the member whose turn it is. Members are read in the order of an index, and the search ends
 * at the first member with a batch that can be taken. The cost of a search therefore does not depend on the number of waiting
 * batches. The member code must lie between two bounds, which are the same value. With `=` instead of bounds, PostgreSQL might
 * read the numbers of all batches, including ended batches.
 */
async function nextInTurn(sql: Sql, claim: Claim): Promise<{ id: number } | undefined> {
  if (claim.functionNames.length === 0) return undefined;
  const [row] = await sql.query<{ id: number }>(nextOf(claim), nextValues(claim));
  return row;
}

function nextOf({ functionNames }: Claim): string {
  const names = functionNames.map((_, position) => `$${position + 3}`).join(', ');
  return `SELECT batch.id FROM batch_turn JOIN batch ON batch.id = (
       SELECT oldest.id FROM batch oldest
       WHERE oldest.state = 'waiting' AND oldest.not_before <= $1 AND oldest.function_name IN (${names})
         AND oldest.member_code >= batch_turn.member_code AND oldest.member_code <= batch_turn.member_code
       ORDER BY oldest.member_code, oldest.id LIMIT 1)
     WHERE batch_turn.queued = 1 AND batch_turn.running < $2
     ORDER BY batch_turn.running, batch_turn.served, batch_turn.first_batch LIMIT 1`;
}

function nextValues({ functionNames, now, runningPerMember }: Claim): SqlValue[] {
  return [now, runningPerMember, ...functionNames];
}

/**
 * The claim is one statement. Two separate statements would make all other workers wait until this worker, which may be busy,
 * sends the second statement.
 */
async function takeNext(transaction: Transaction, claim: Claim): Promise<Batch | undefined> {
  const values = nextValues(claim);
  const [owner, leaseUntil, startedAt] = [1, 2, 3].map((n) => `$${values.length + n}`) as [string, string, string];
  const [batch] = await queryBatches(
    transaction,
    `WITH next AS MATERIALIZED (${nextOf(claim)}),
       taken AS (${taken({ owner, leaseUntil, startedAt, id: '(SELECT id FROM next)' })}),
       turn AS (${turnOf('(SELECT member_code FROM taken)', 'EXISTS (SELECT 1 FROM taken)')})
     SELECT ${batchColumns} FROM taken`,
    [...values, claim.owner, claim.leaseUntil, claim.now],
  );
  return batch;
}

async function take(transaction: Transaction, id: number, claim: Claim): Promise<Batch | undefined> {
  const [batch] = await queryBatches(transaction, taken({ owner: '$1', leaseUntil: '$2', startedAt: '$3', id: '$4' }), [
    claim.owner,
    claim.leaseUntil,
    claim.now,
    id,
  ]);
  if (batch === undefined) return undefined;
  await transaction.execute(turnOf('$1', 'true'), [batch.memberCode]);
  return batch;
}

function taken(given: Readonly<Record<'owner' | 'leaseUntil' | 'startedAt' | 'id', string>>): string {
  return `UPDATE batch SET state = 'processing', attempt = attempt + 1, lease_owner = ${given.owner},
       lease_until = ${given.leaseUntil}, started_at = ${given.startedAt},
       record_count = 0, records_expected = NULL, snapshot_at = NULL
     WHERE id = ${given.id} AND state = 'waiting' RETURNING ${batchColumns}`;
}

/** Notes that this member was served last. */
function turnOf(memberCode: string, condition: string): string {
  return `INSERT INTO batch_turn (member_code, served) SELECT ${memberCode}, COALESCE(MAX(served), 0) + 1 FROM batch_turn
     WHERE true HAVING ${condition} ON CONFLICT (member_code) DO UPDATE SET served = excluded.served`;
}
