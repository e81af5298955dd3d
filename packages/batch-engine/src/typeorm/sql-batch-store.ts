import { type Database, lockUntilCommit, type Sql, type SqlValue, type Transaction } from '@trading-platform/database';
import type { Batch, BatchOwner, HeldBatch } from '../batch.js';
import { isFinal } from '../batch-state.js';
import type {
  AddedBatch,
  AttemptEnd,
  BatchPage,
  BatchStore,
  Claim,
  NewBatch,
  Progress,
} from '../storage/batch-store.js';
import { addBatches } from './add-batches.js';
import { type BatchRow, batchRowColumns, toBatch } from './batch-row.js';
import { GroupCommit } from './group-commit.js';
import type { QueueEntry, TransactionalQueue } from './transactional-queue.js';

const columns = batchRowColumns;

/** `BatchStore` on the tables of `batchSchema`, for SQLite and PostgreSQL. */
export class SqlBatchStore implements BatchStore {
  readonly #database: Database;
  readonly #queue: TransactionalQueue | undefined;
  readonly #additions: GroupCommit<NewBatch, AddedBatch>;
  readonly #lookups: GroupCommit<number, Batch | undefined>;

  /** @param queue told of every batch that begins to wait or fails, in the same transaction */
  constructor(database: Database, queue?: TransactionalQueue) {
    this.#database = database;
    this.#queue = queue;
    const postgres = database.dialect === 'postgres';
    this.#additions = new GroupCommit(
      (batches) => database.transaction((transaction) => this.#addAll(transaction, batches)),
      postgres ? 2 : 1,
    );
    this.#lookups = new GroupCommit((ids) => findAll(database, ids), 2);
  }

  add(batch: NewBatch): Promise<AddedBatch> {
    return this.#additions.add(batch);
  }

  find(id: number): Promise<Batch | undefined> {
    return this.#lookups.add(id);
  }

  async list({ memberCode, clientId }: BatchOwner, { before, limit, now }: BatchPage): Promise<readonly Batch[]> {
    const rows = await this.#database.query<BatchRow>(
      `SELECT ${columns} FROM batch
       WHERE member_code = $1 AND client_id = $2 AND id < $3 AND (expires_at IS NULL OR expires_at > $4)
       ORDER BY id DESC LIMIT $5`,
      [memberCode, clientId, before ?? Number.MAX_SAFE_INTEGER, now, limit],
    );
    return rows.map(toBatch);
  }

  async countWaitingBefore(id: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT COUNT(*) AS count FROM batch WHERE state = 'waiting' AND id < $1`,
      [id],
    );
    return row!.count;
  }

  async claimNext(claim: Claim): Promise<Batch | undefined> {
    if ((await nextInTurn(this.#database, claim)) === undefined) return undefined;
    return this.#database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'batchClaims');
      const id = await nextInTurn(transaction, claim);
      return id === undefined ? undefined : take(transaction, id, claim);
    });
  }

  claim(id: number, claim: Claim): Promise<Batch | undefined> {
    return this.#database.transaction(async (transaction) => {
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

  async running(): Promise<readonly Batch[]> {
    const rows = await this.#database.query<BatchRow>(`SELECT ${columns} FROM batch WHERE state = 'processing'`);
    return rows.map(toBatch);
  }

  async renew({ id, attempt }: HeldBatch, progress: Progress): Promise<boolean> {
    const renewed = await this.#database.execute(
      `UPDATE batch SET lease_until = $1, record_count = $2, records_expected = $3, snapshot_at = $4
       WHERE id = $5 AND attempt = $6 AND state = 'processing'`,
      [
        progress.leaseUntil,
        progress.recordCount,
        progress.recordsExpected ?? null,
        progress.snapshotAt ?? null,
        id,
        attempt,
      ],
    );
    return renewed === 1;
  }

  async end(held: HeldBatch, end: AttemptEnd): Promise<boolean> {
    const queue = this.#queue;
    if (queue === undefined || (end.state !== 'waiting' && end.state !== 'failed')) {
      return (await endAttempt(this.#database, held, end)) !== undefined;
    }
    return this.#database.transaction(async (transaction) => {
      const ended = await endAttempt(transaction, held, end);
      if (ended === undefined) return false;
      if (end.state === 'failed') await queue.buryFailed(transaction, { batchId: held.id, reason: end.reason ?? '' });
      else await queue.enqueue(transaction, [{ ...ended, dueAt: ended.notBefore }]);
      return true;
    });
  }

  async cancel(id: number, { now, expiresAt }: { now: number; expiresAt: number }): Promise<boolean> {
    const cancelled = await this.#database.execute(
      `UPDATE batch SET state = 'cancelled', ended_at = $1, expires_at = $2, lease_owner = NULL, lease_until = NULL
       WHERE id = $3 AND state IN ('waiting', 'processing')`,
      [now, expiresAt, id],
    );
    return cancelled === 1;
  }

  async setExpiry(id: number, { now, expiresAt }: { now: number; expiresAt: number }): Promise<boolean> {
    const set = await this.#database.execute('UPDATE batch SET expires_at = $1 WHERE id = $2 AND expires_at > $3', [
      expiresAt,
      id,
      now,
    ]);
    return set === 1;
  }

  async keepForReaders(id: number, until: number): Promise<void> {
    await this.#database.execute(
      'UPDATE batch SET reading_until = $1 WHERE id = $2 AND (reading_until IS NULL OR reading_until < $3)',
      [until, id, until],
    );
  }

  async removable(limits: { expiredBefore: number; now: number; limit: number }): Promise<readonly Batch[]> {
    const rows = await this.#database.query<BatchRow>(
      `SELECT ${columns} FROM batch
       WHERE expires_at <= $1 AND (reading_until IS NULL OR reading_until <= $2) ORDER BY expires_at LIMIT $3`,
      [limits.expiredBefore, limits.now, limits.limit],
    );
    return rows.map(toBatch);
  }

  async remove(id: number): Promise<void> {
    await this.#database.execute('DELETE FROM batch WHERE id = $1 AND expires_at IS NOT NULL', [id]);
  }

  async counts(): Promise<{ readonly waiting: number; readonly processing: number }> {
    const [row] = await this.#database.query<{ waiting: number; processing: number }>(
      `SELECT (SELECT COUNT(*) FROM batch WHERE state = 'waiting') AS waiting,
              (SELECT COUNT(*) FROM batch WHERE state = 'processing') AS processing`,
    );
    return row!;
  }

  async #addAll(transaction: Transaction, batches: readonly NewBatch[]): Promise<readonly AddedBatch[]> {
    const results = await addBatches(transaction, batches);
    const entries = batches.flatMap(({ memberCode, requestedAt }, position): QueueEntry[] => {
      const { id, outcome } = results[position]!;
      return outcome === 'added' ? [{ batchId: id, memberCode, dueAt: requestedAt }] : [];
    });
    await this.#queue?.enqueue(transaction, entries);
    return results;
  }
}

async function endAttempt(sql: Sql, { id, attempt }: HeldBatch, end: AttemptEnd) {
  const final = end.state !== 'waiting' && isFinal(end.state);
  const [row] = await sql.query<{ member_code: string; not_before: number }>(
    `UPDATE batch SET state = $1, failures = failures + $2, reason = $3, ended_at = $4, expires_at = $5,
       not_before = COALESCE($6, not_before), record_count = $7, raw_bytes = $8, stored_bytes = $9,
       lease_owner = NULL, lease_until = NULL
     WHERE id = $10 AND attempt = $11 AND state = 'processing' AND lease_until = COALESCE($12, lease_until)
     RETURNING member_code, not_before`,
    [
      end.state,
      end.failed === true ? 1 : 0,
      end.reason ?? null,
      final ? end.now : null,
      end.expiresAt ?? null,
      end.notBefore ?? null,
      end.recordCount ?? 0,
      end.rawBytes ?? 0,
      end.storedBytes ?? 0,
      id,
      attempt,
      end.leaseUntil ?? null,
    ],
  );
  return row === undefined ? undefined : { batchId: id, memberCode: row.member_code, notBefore: row.not_before };
}

/** Numbers come as one value, so that the statement is the same however many there are. */
const oneOfList = {
  postgres: "= ANY (string_to_array($1, ',')::bigint[])",
  sqlite: "IN (SELECT value FROM json_each('[' || $1 || ']'))",
} as const;

/** Look-ups that arrive together cost one way to the database, and a batch that several ask for is read once. */
async function findAll(sql: Sql, ids: readonly number[]): Promise<readonly (Batch | undefined)[]> {
  const rows = await sql.query<BatchRow>(`SELECT ${columns} FROM batch WHERE id ${oneOfList[sql.dialect]}`, [
    ids.join(','),
  ]);
  const found = new Map(rows.map((row) => [row.id, toBatch(row)]));
  return ids.map((id) => found.get(id));
}

/** The oldest waiting batch of the member whose turn it is. */
async function nextInTurn(sql: Sql, { functionNames, now, runningPerMember }: Claim): Promise<number | undefined> {
  if (functionNames.length === 0) return undefined;
  const values: SqlValue[] = [now, runningPerMember, ...functionNames];
  const names = functionNames.map((_, position) => `$${position + 3}`).join(', ');
  const [row] = await sql.query<{ id: number }>(
    `SELECT oldest.id FROM (
       SELECT member_code, MIN(id) AS id FROM batch
       WHERE state = 'waiting' AND not_before <= $1 AND function_name IN (${names}) GROUP BY member_code
     ) oldest
     LEFT JOIN (
       SELECT member_code, COUNT(*) AS count FROM batch WHERE state = 'processing' GROUP BY member_code
     ) running ON running.member_code = oldest.member_code
     LEFT JOIN batch_turn turn ON turn.member_code = oldest.member_code
     WHERE COALESCE(running.count, 0) < $2
     ORDER BY COALESCE(running.count, 0), COALESCE(turn.served, 0), oldest.id LIMIT 1`,
    values,
  );
  return row?.id;
}

async function take(transaction: Transaction, id: number, claim: Claim): Promise<Batch | undefined> {
  const [row] = await transaction.query<BatchRow>(
    `UPDATE batch SET state = 'processing', attempt = attempt + 1, lease_owner = $1, lease_until = $2, started_at = $3,
       record_count = 0, records_expected = NULL, snapshot_at = NULL
     WHERE id = $4 AND state = 'waiting' RETURNING ${columns}`,
    [claim.owner, claim.leaseUntil, claim.now, id],
  );
  if (row === undefined) return undefined;
  await transaction.execute(
    `INSERT INTO batch_turn (member_code, served) SELECT $1, COALESCE(MAX(served), 0) + 1 FROM batch_turn WHERE true
     ON CONFLICT (member_code) DO UPDATE SET served = excluded.served`,
    [row.member_code],
  );
  return toBatch(row);
}
