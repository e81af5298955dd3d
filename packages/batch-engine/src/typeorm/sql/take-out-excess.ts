import type { Sql, Transaction } from '@trading-platform/database';
import type { BatchOwner } from '../../batch/batch.js';
import type { BatchError } from '../../batch/batch-error.js';
import type { BatchLimits } from '../../batch/batch-settings.js';
import type { NewBatch } from '../../storage/batch-store.js';
import { endsCountedAtMost, endsCountedMs, tooManyBatches, tooMuchStored } from '../../storage/over-limits.js';

/** A batch that was inserted in this transaction. */
interface Inserted extends NewBatch {
  readonly id: number;
}

interface Limited extends Inserted {
  readonly limits: BatchLimits;
}

/**
 * Removes the inserted batches that exceed the limits of their owner, and returns the reason for each. The batches that were
 * inserted last are removed first. Inserting a batch locks the row that counts the batches of its owner, so no other transaction
 * adds a batch for this owner until this transaction ends.
 */
export async function takeOutExcess(
  transaction: Transaction,
  inserted: readonly Inserted[],
): Promise<ReadonlyMap<number, BatchError>> {
  const limited = inserted.filter((batch): batch is Limited => batch.limits !== undefined);
  const refused = new Map<number, BatchError>();
  if (limited.length === 0) return refused;
  await refuseTooMany(transaction, limited, refused);
  await refuseTooMuchStored(transaction, limited, refused);
  if (refused.size > 0) {
    const ids = [...refused.keys()];
    await transaction.execute(`DELETE FROM batch WHERE id IN (${ids.map((_, n) => `$${n + 1}`).join(', ')})`, ids);
  }
  return refused;
}

async function refuseTooMany(transaction: Transaction, batches: readonly Limited[], refused: Map<number, BatchError>) {
  const bounded = batches.filter(({ limits }) => Number.isFinite(limits.unfinishedPerOwner));
  const groups = Map.groupBy(bounded, ownerKey);
  for (const { unfinished, ...owner } of await readUnfinished(
    transaction,
    [...groups.values()].map(([first]) => first!),
  )) {
    const ofOwner = groups.get(ownerKey(owner))!;
    const { limits, requestedAt } = ofOwner[0]!;
    const excess = unfinished - limits.unfinishedPerOwner;
    if (excess <= 0) continue;
    const refusal = tooManyBatches(limits, await countEnded(transaction, owner, requestedAt - endsCountedMs));
    for (const { id } of ofOwner.slice(-excess)) refused.set(id, refusal);
  }
}

async function readUnfinished(sql: Sql, owners: readonly BatchOwner[]) {
  if (owners.length === 0) return [];
  const pairs = owners.map((_, n) => `($${2 * n + 1}, $${2 * n + 2})`).join(', ');
  const rows = await sql.query<{ member_code: string; client_id: string; unfinished: number }>(
    `SELECT member_code, client_id, unfinished FROM batch_owner WHERE (member_code, client_id) IN (VALUES ${pairs})`,
    owners.flatMap(({ memberCode, clientId }) => [memberCode, clientId]),
  );
  return rows.map((row) => ({ memberCode: row.member_code, clientId: row.client_id, unfinished: row.unfinished }));
}

async function countEnded(sql: Sql, { memberCode, clientId }: BatchOwner, since: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
       SELECT id FROM batch WHERE member_code = $1 AND client_id = $2 AND ended_at > $3 LIMIT ${endsCountedAtMost}) lately`,
    [memberCode, clientId, since],
  );
  return row!.count;
}

async function refuseTooMuchStored(
  transaction: Transaction,
  batches: readonly Limited[],
  refused: Map<number, BatchError>,
) {
  const bounded = batches.filter(({ limits }) => Number.isFinite(limits.storedBytesPerMember));
  for (const [memberCode, ofMember] of Map.groupBy(bounded, (batch) => batch.memberCode)) {
    const { limits, requestedAt } = ofMember[0]!;
    const [row] = await transaction.query<{ stored_bytes: number }>(
      'SELECT stored_bytes FROM batch_turn WHERE member_code = $1',
      [memberCode],
    );
    if (row!.stored_bytes < limits.storedBytesPerMember) continue;
    const [first] = await transaction.query<{ expires_at: number | null }>(
      'SELECT MIN(expires_at) AS expires_at FROM batch WHERE member_code = $1 AND stored_bytes > 0',
      [memberCode],
    );
    const refusal = tooMuchStored(limits, (first!.expires_at ?? 0) - requestedAt);
    for (const { id } of ofMember) refused.set(id, refusal);
  }
}

function ownerKey({ memberCode, clientId }: BatchOwner): string {
  return JSON.stringify([memberCode, clientId]);
}
