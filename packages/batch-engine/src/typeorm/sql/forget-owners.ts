import type { Database, Transaction } from '@trading-platform/database';
import type { BatchOwner } from '../../batch/batch.js';

interface OwnerRow {
  readonly member_code: string;
  readonly client_id: string;
}

/** The condition that an owner has no batches. An owner without batches is needed neither for counts nor for lists. */
const ownsNothing = `o.unfinished = 0 AND NOT EXISTS (
  SELECT 1 FROM batch b WHERE b.member_code = o.member_code AND b.client_id = o.client_id)`;

/** A page of owners is first read without a lock, because most pages contain no owner without batches. */
export async function forgetOwners(
  database: Database,
  after: BatchOwner | undefined,
  limit: number,
): Promise<BatchOwner | undefined> {
  const page = await database.query<OwnerRow & { may_go: unknown }>(
    `SELECT o.member_code, o.client_id, (${ownsNothing}) AS may_go FROM batch_owner o
     WHERE (o.member_code, o.client_id) > ($1, $2) ORDER BY o.member_code, o.client_id LIMIT ${limit}`,
    [after?.memberCode ?? '', after?.clientId ?? ''],
  );
  const idle = page.filter(({ may_go }) => Boolean(may_go));
  if (idle.length > 0) await database.transaction((transaction) => forgetIdle(transaction, idle));
  const last = page.length < limit ? undefined : page.at(-1);
  return last && { memberCode: last.member_code, clientId: last.client_id };
}

/**
 * When a batch is added, the row of its owner is changed in the same transaction. Therefore the rows of owners are locked before
 * their batches are searched, and rows that another transaction has locked are skipped. Between the check and the deletion no
 * batch can be added, and the next added batch creates the row of the owner again.
 */
export async function forgetIdle(transaction: Transaction, owners: readonly OwnerRow[]): Promise<void> {
  const held = transaction.dialect === 'sqlite' ? owners : await hold(transaction, owners);
  if (held.length === 0) return;
  await transaction.execute(
    `DELETE FROM batch_owner AS o WHERE (o.member_code, o.client_id) IN (VALUES ${pairs(held)}) AND ${ownsNothing}`,
    valuesOf(held),
  );
}

function hold(transaction: Transaction, owners: readonly OwnerRow[]): Promise<OwnerRow[]> {
  return transaction.query<OwnerRow>(
    `SELECT member_code, client_id FROM batch_owner WHERE (member_code, client_id) IN (VALUES ${pairs(owners)})
     ORDER BY member_code, client_id FOR UPDATE SKIP LOCKED`,
    valuesOf(owners),
  );
}

function pairs(owners: readonly OwnerRow[]): string {
  return owners.map((_, n) => `($${2 * n + 1}, $${2 * n + 2})`).join(', ');
}

function valuesOf(owners: readonly OwnerRow[]): string[] {
  return owners.flatMap(({ member_code, client_id }) => [member_code, client_id]);
}
