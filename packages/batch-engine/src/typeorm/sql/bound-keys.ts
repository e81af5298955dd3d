import { type Transaction, tableOf } from '@trading-platform/database';
import type { AddedBatch, NewBatch } from '../../storage/batch-store.js';
import { BatchKeyEntity } from '../entities/batch-key.entity.js';

const keys = tableOf(BatchKeyEntity);

/** A new batch whose request came with a key. */
interface Keyed extends NewBatch {
  readonly id: number;
  readonly idempotency: NonNullable<NewBatch['idempotency']>;
}

/**
 * Returns the batches whose key is bound to the batch of another request, by the numbers of the batches that were just
 * inserted. Inserting a batch locks its key, so no other transaction can bind the key until this transaction ends.
 */
export async function findBoundKeys(
  transaction: Transaction,
  inserted: readonly (NewBatch & { readonly id: number })[],
): Promise<ReadonlyMap<number, AddedBatch>> {
  const keyed = inserted.filter((batch): batch is Keyed => batch.idempotency !== undefined);
  if (keyed.length === 0) return new Map();
  const asked = keyed.map((_, n) => `($${4 * n + 2}, $${4 * n + 3}, $${4 * n + 4}, $${4 * n + 5})`).join(', ');
  const rows = await transaction.query<{
    member_code: string;
    client_id: string;
    function_name: string;
    idempotency_key: string;
    idempotency_digest: string;
    batch_id: number;
  }>(
    `SELECT k.member_code, k.client_id, k.function_name, k.idempotency_key, k.idempotency_digest, k.batch_id
     FROM (VALUES ${asked}) AS asked JOIN batch_key k ON k.member_code = asked.column1 AND k.client_id = asked.column2
       AND k.function_name = asked.column3 AND k.idempotency_key = asked.column4
     JOIN batch ON batch.id = k.batch_id AND batch.expires_at > $1`,
    [
      keyed[0]!.requestedAt,
      ...keyed.flatMap((batch) => [batch.memberCode, batch.clientId, batch.functionName, batch.idempotency.key]),
    ],
  );
  const bound = new Map(
    rows.map((row) => [keyOf(row.member_code, row.client_id, row.function_name, row.idempotency_key), row]),
  );
  return new Map(
    keyed.flatMap(({ id, memberCode, clientId, functionName, idempotency: { key, digest } }) => {
      const known = bound.get(keyOf(memberCode, clientId, functionName, key));
      if (known === undefined) return [];
      const outcome = known.idempotency_digest === digest ? 'repeated' : 'mismatch';
      return [[id, { id: known.batch_id, outcome }] as const];
    }),
  );
}

/** Binds a key to this batch. The key of an expired batch can be used again. */
export async function bindKey(transaction: Transaction, batchId: number, batch: NewBatch): Promise<void> {
  const { memberCode, clientId, functionName } = batch;
  const { key: idempotencyKey, digest: idempotencyDigest } = batch.idempotency!;
  await transaction.execute(
    `${keys.insertInto()} ON CONFLICT (member_code, client_id, function_name, idempotency_key)
       DO UPDATE SET idempotency_digest = excluded.idempotency_digest, batch_id = excluded.batch_id`,
    keys.values({ memberCode, clientId, functionName, idempotencyKey, idempotencyDigest, batchId }),
  );
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
