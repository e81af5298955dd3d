import { type Database, lockUntilCommit, type Sql, type SqlValue, type Transaction } from '@trading-platform/database';
import type { Batch, BatchOwner, HeldBatch } from '../batch/batch.js';
import { BatchError } from '../batch/batch-error.js';
import { isFinal } from '../batch/batch-state.js';
import type {
  AddedBatch,
  AttemptEnd,
  BatchPage,
  BatchStore,
  Claim,
  NewBatch,
  Progress,
} from '../storage/batch-store.js';
import { type BatchRow, batchRowColumns, toBatch } from './batch-row.js';
import { type Addition, addBatches } from './statements/add-batches.js';
import { GroupCommit } from './statements/group-commit.js';
import type { QueueEntry, TransactionalQueue } from './transactional-queue.js';

const columns = batchRowColumns;

/** Nobody needs to know more exactly how many are in front. */
const waitingCountedAtMost = 10_000;

/** `BatchStore` on the tables of `batchSchema`, for SQLite and PostgreSQL. */
export class SqlBatchStore implements BatchStore {
  readonly #database: Database;
  readonly #queue: TransactionalQueue | undefined;
  readonly #additions: GroupCommit<NewBatch, Addition>;
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

  async add(batch: NewBatch): Promise<AddedBatch> {
    const addition = await this.#additions.add(batch);
    if (addition instanceof BatchError) throw addition;
    return addition;
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
      `SELECT COUNT(*) AS count FROM (
         SELECT id FROM batch WHERE state = 'waiting' AND id < $1
           AND member_code = (SELECT member_code FROM batch WHERE id = $1)
         LIMIT ${waitingCountedAtMost}) before`,
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
      `SELECT (SELECT CAST(COALESCE(SUM(waiting), 0) AS BIGINT) FROM batch_turn WHERE queued = 1) AS waiting,
              (SELECT COUNT(*) FROM batch WHERE state = 'processing') AS processing`,
    );
    return row!;
  }

  async #addAll(transaction: Transaction, batches: readonly NewBatch[]): Promise<readonly Addition[]> {
    const results = await addBatches(transaction, batches);
    const entries = batches.flatMap(({ memberCode, requestedAt }, position): QueueEntry[] => {
      const result = results[position]!;
      const isNew = !(result instanceof BatchError) && result.outcome === 'added';
      return isNew ? [{ batchId: result.id, memberCode, dueAt: requestedAt }] : [];
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
