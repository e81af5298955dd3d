import type { Sql } from '@trading-platform/database';
import type { AddedBatch, NewBatch } from '../../storage/batch-store.js';

const sameKey = 'k.member_code = $1 AND k.client_id = $2 AND k.function_name = $3 AND k.idempotency_key = $4';

/** @see BatchStore.findKey */
export async function findKey(
  sql: Sql,
  { memberCode, clientId, functionName, idempotency, requestedAt }: NewBatch,
): Promise<AddedBatch | undefined> {
  if (idempotency === undefined) return undefined;
  const { key, digest } = idempotency;
  const [known] = await sql.query<{ id: number; idempotency_digest: string }>(
    `SELECT k.id, k.idempotency_digest FROM batch k WHERE ${sameKey} AND (k.expires_at IS NULL OR k.expires_at > $5)
     UNION ALL
     SELECT k.batch_id, k.idempotency_digest FROM batch_key k JOIN batch b ON b.id = k.batch_id
       WHERE ${sameKey} AND (b.expires_at IS NULL OR b.expires_at > $5)`,
    [memberCode, clientId, functionName, key, requestedAt],
  );
  if (known === undefined) return undefined;
  return { id: known.id, outcome: known.idempotency_digest === digest ? 'repeated' : 'mismatch' };
}
