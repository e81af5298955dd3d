import {
  type BinaryRow,
  type Database,
  lockUntilCommit,
  type Sql,
  type SqlValue,
  type Transaction,
  tableOf,
} from '@trading-platform/database';
import { BatchFailure } from '../../batch/batch-error.js';
import {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  type SegmentStore,
  type StoredSegment,
} from '../../storage/segment-store.js';
import { PostgresSegmentEntity } from '../entities/segment.entity.js';

const dayMs = 24 * 60 * 60 * 1000;
/** PostgreSQL's code for it. */
const diskFull = '53100';
/** Partitions are made this many days ahead, so that none is made while its day is being written. */
const daysAhead = 2;

const whole = tableOf(PostgresSegmentEntity);
const stored = whole.only('number', 'index', 'data');
const storedIndexes = stored.without('data');

/** Segments as rows of PostgreSQL, partitioned by the day on which their batch was requested. */
export class PostgresSegmentStore implements SegmentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    if (segments.length === 0) return;
    const values = segments.flatMap((segment) => valuesOf(owner, segment));
    try {
      await this.#database.execute(whole.insertInto(segments.length), values);
    } catch (error) {
      throw isFull(error) ? new BatchFailure(noRoom, { cause: error }) : error;
    }
  }

  /** Nothing to do: every write has been committed, and a commit is durable. */
  async seal(): Promise<void> {}

  async read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    const rows = await this.#readBinary(stored.columns, owner, first, last);
    return rows.map(([number, index, data]) => ({ number: number!.readInt32BE(), index: own(index), data: own(data) }));
  }

  async readIndexes(owner: SegmentOwner, first: number, last: number) {
    const rows = await this.#readBinary(storedIndexes.columns, owner, first, last);
    return rows.map(([number, index]) => ({ number: number!.readInt32BE(), index: own(index) }));
  }

  async readReceipts(owner: SegmentOwner, first: number, last: number) {
    const rows = await this.#database.query<{ receipts: string | null }>(...selectOf('receipts', owner, first, last));
    return rows.map(({ receipts }) => (receipts === null ? [] : (JSON.parse(receipts) as string[])));
  }

  async removeAttempt(owner: SegmentOwner): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2 AND attempt = $3', [
      dayOf(owner),
      owner.id,
      owner.attempt,
    ]);
  }

  async removeEarlierAttempts(owner: SegmentOwner): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2 AND attempt < $3', [
      dayOf(owner),
      owner.id,
      owner.attempt,
    ]);
  }

  async remove(batch: Pick<SegmentOwner, 'id' | 'requestedAt'>): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2', [
      dayOf(batch),
      batch.id,
    ]);
  }

  /** Makes the partitions of the coming days; drops those of days gone by that have become empty. */
  async maintain(now: number): Promise<void> {
    const today = Math.floor(now / dayMs);
    const existing = new Set(await partitionDays(this.#database));
    const missing = Array.from({ length: daysAhead }, (_, n) => today + 1 + n).filter((day) => !existing.has(day));
    const gone = [...existing].filter((day) => day < today);
    if (missing.length === 0 && gone.length === 0) return;
    await this.#database.transaction(async (transaction) => {
      await lockUntilCommit(transaction, 'segmentPartitions');
      const known = new Set(await partitionDays(transaction));
      for (const day of missing) if (!known.has(day)) await makePartition(transaction, day);
      for (const day of gone) if (known.has(day)) await dropEmptyPartition(transaction, day);
    });
  }

  async #readBinary(columns: string, owner: SegmentOwner, first: number, last: number): Promise<readonly BinaryRow[]> {
    const found: BinaryRow[] = [];
    for await (const rows of this.#database.readBinary!(...selectOf(columns, owner, first, last))) found.push(...rows);
    return found;
  }
}

function selectOf(columns: string, owner: SegmentOwner, first: number, last: number): [string, SqlValue[]] {
  return [
    `SELECT ${columns} FROM batch_segment
     WHERE day = $1 AND batch_id = $2 AND attempt = $3 AND number BETWEEN $4 AND $5 ORDER BY number`,
    [dayOf(owner), owner.id, owner.attempt, first, last],
  ];
}

/** A copy that shares its memory with nothing. */
function own(bytes: Buffer | null | undefined): Uint8Array {
  return new Uint8Array(bytes!);
}

function valuesOf(owner: SegmentOwner, { number, index, data, receipts }: NewSegment): SqlValue[] {
  return whole.values({
    day: dayOf(owner),
    batchId: owner.id,
    attempt: owner.attempt,
    number,
    index,
    receipts: receipts === undefined ? null : JSON.stringify(receipts),
    data,
  });
}

function isFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === diskFull;
}

function dayOf({ requestedAt }: Pick<SegmentOwner, 'requestedAt'>): number {
  return Math.floor(requestedAt / dayMs);
}

const partitionPrefix = 'batch_segment_day_';

async function partitionDays(sql: Sql): Promise<readonly number[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'batch_segment'::regclass`,
  );
  const names = rows.map(({ name }) => name).filter((name) => name.startsWith(partitionPrefix));
  return names.map((name) => Number(name.slice(partitionPrefix.length)));
}

async function makePartition(transaction: Transaction, day: number): Promise<void> {
  await transaction.execute(
    `CREATE TABLE ${partitionPrefix}${day} PARTITION OF batch_segment FOR VALUES FROM (${day}) TO (${day + 1})`,
  );
}

/** Looks a second time under the lock that dropping needs anyway. */
async function dropEmptyPartition(transaction: Transaction, day: number): Promise<void> {
  const table = `${partitionPrefix}${day}`;
  const isEmpty = async () => {
    const [row] = await transaction.query<{ empty: boolean }>(`SELECT NOT EXISTS (SELECT 1 FROM ${table}) AS empty`);
    return row!.empty;
  };
  if (!(await isEmpty())) return;
  await transaction.execute(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  if (await isEmpty()) await transaction.execute(`DROP TABLE ${table}`);
}
