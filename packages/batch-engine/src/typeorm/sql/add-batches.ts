import { type Transaction, tableOf } from '@trading-platform/database';
import { BatchError } from '../../batch/batch-error.js';
import type { AddedBatch, NewBatch } from '../../storage/batch-store.js';
import { BatchEntity } from '../entities/batch.entity.js';
import { bindKey, findBoundKeys } from './bound-keys.js';
import { findKey } from './find-key.js';
import { lengthOf } from './inputs.js';
import { takeOutExcess } from './take-out-excess.js';

/** The columns that a new batch sets. All other columns have a default. */
const additions = tableOf(BatchEntity).only(
  'id',
  'functionName',
  'memberCode',
  'clientId',
  'userId',
  'criteria',
  'state',
  'requestedAt',
  'notBefore',
  'storedBytes',
  'inputBytes',
  'changesSince',
  'idempotencyKey',
  'idempotencyDigest',
  'trace',
);

/** The batch that was added or already known, or the refusal of the request. */
export type Addition = AddedBatch | BatchError;

/** Adds many batches with one statement. If a key is already known, the result is the batch of this key. */
export async function addBatches(transaction: Transaction, batches: readonly NewBatch[]): Promise<readonly Addition[]> {
  const ids = await reserveIds(transaction, batches.length);
  const inserted = await insert(transaction, batches, ids);
  const added = batches
    .map((batch, position) => ({ ...batch, id: ids[position]! }))
    .filter(({ id }) => inserted.has(id));
  const known = await findBoundKeys(transaction, added);
  await removeAdded(transaction, [...known.keys()]);
  const refused = await takeOutExcess(
    transaction,
    added.filter(({ id }) => !known.has(id)),
  );
  const results: Addition[] = [];
  for (const [position, batch] of batches.entries()) {
    const id = ids[position]!;
    if (!inserted.has(id)) results.push(await resolveKnownKey(transaction, batch));
    else results.push(known.get(id) ?? refused.get(id) ?? { id, outcome: 'added' });
  }
  return results;
}

/**
 * Binds the key to another batch instead of adding the batch. The batch is added and then removed again in the same transaction.
 * Adding and removing the batch locks the key against all other transactions that add a batch or bind a key at the same time.
 */
export async function bindToBatch(transaction: Transaction, batchId: number, batch: NewBatch): Promise<Addition> {
  const [addition] = await addBatches(transaction, [batch]);
  if (addition === undefined || addition instanceof BatchError || addition.outcome !== 'added') return addition!;
  await bindKey(transaction, batchId, batch);
  await removeAdded(transaction, [addition.id]);
  return { id: batchId, outcome: 'added' };
}

async function removeAdded(transaction: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.execute(`DELETE FROM batch WHERE id IN (${ids.map((_, n) => `$${n + 1}`).join(', ')})`, ids);
}

/** Reserves batch numbers, which increase in the order of `batches`. */
async function reserveIds(transaction: Transaction, count: number): Promise<readonly number[]> {
  if (transaction.dialect === 'postgres') {
    const rows = await transaction.query<{ id: number }>(
      `SELECT nextval('batch_number') AS id FROM generate_series(1, $1)`,
      [count],
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }
  const [row] = await transaction.query<{ last: number }>('UPDATE batch_number SET last = last + $1 RETURNING last', [
    count,
  ]);
  return Array.from({ length: count }, (_, position) => row!.last - count + 1 + position);
}

async function insert(
  transaction: Transaction,
  batches: readonly NewBatch[],
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const added = await transaction.query<{ id: number }>(
    insertOf(batches.length),
    batches.flatMap((batch, position) => valuesOf(batch, ids[position]!)),
  );
  return new Set(added.map(({ id }) => id));
}

/**
 * The texts of statements are cached by the number of batches. Building the text for fifty batches takes as long as adding two
 * batches.
 */
const inserts = new Map<number, string>();

function insertOf(rows: number): string {
  const known = inserts.get(rows) ?? `${additions.insertInto(rows)} ON CONFLICT DO NOTHING RETURNING id`;
  inserts.set(rows, known);
  return known;
}

function valuesOf(batch: NewBatch, id: number) {
  const inputBytes = batch.input === undefined ? 0 : lengthOf(batch.input);
  return additions.values({
    id,
    functionName: batch.functionName,
    memberCode: batch.memberCode,
    clientId: batch.clientId,
    userId: batch.userId ?? null,
    criteria: JSON.stringify(batch.criteria),
    state: 'waiting',
    requestedAt: batch.requestedAt,
    notBefore: 0,
    storedBytes: inputBytes,
    inputBytes,
    changesSince: batch.changesSince ?? null,
    idempotencyKey: batch.idempotency?.key ?? null,
    idempotencyDigest: batch.idempotency?.digest ?? null,
    trace: batch.trace ?? null,
  });
}

/** The key of an expired batch can be used again. */
async function resolveKnownKey(transaction: Transaction, batch: NewBatch): Promise<Addition> {
  const known = await findKey(transaction, batch);
  if (known !== undefined) return known;
  await transaction.execute(
    `UPDATE batch SET idempotency_key = NULL
     WHERE member_code = $1 AND client_id = $2 AND function_name = $3 AND idempotency_key = $4`,
    [batch.memberCode, batch.clientId, batch.functionName, batch.idempotency!.key],
  );
  const [added] = await addBatches(transaction, [batch]);
  return added!;
}
