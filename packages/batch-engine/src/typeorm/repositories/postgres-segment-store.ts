import { type BinaryRow, type Database, type SqlValue, tableOf } from '@trading-platform/database';
import { BatchFailure } from '../../batch/batch-error.js';
import {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  type SegmentStore,
  type StoredSegment,
} from '../../storage/segment-store.js';
import { PostgresSegmentEntity } from '../entities/segment.entity.js';
import { dayOf, maintainPartitions } from '../sql/segment-partitions.js';

/** The error code of PostgreSQL for a full disk. */
const diskFull = '53100';
/** The number of days in advance for which partitions exist. Maintenance runs again long before these days have passed. */
const daysAhead = 2;

const whole = tableOf(PostgresSegmentEntity);
const stored = whole.only('number', 'index', 'data');
const storedIndexes = stored.without('data');
const storedReceipts = whole.only('receipts');

/** Stores segments as rows in PostgreSQL. The rows of segments are partitioned by the day on which their batch was requested. */
export class PostgresSegmentStore implements SegmentStore {
  readonly #database: Database;
  readonly #makesPartitions: boolean;

  /** @param options `makesPartitions: false` if `migrateBatches` makes the partitions; the default is true */
  constructor(database: Database, { makesPartitions = true }: { readonly makesPartitions?: boolean } = {}) {
    this.#database = database;
    this.#makesPartitions = makesPartitions;
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

  /** Nothing has to be done, because every write has been committed, and a commit is durable. */
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
    const rows = await this.#database.query<object>(...selectOf(storedReceipts.columns, owner, first, last));
    return rows.map((row) => storedReceipts.read(row).receipts ?? []);
  }

  async removeAttempt(owner: SegmentOwner): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2 AND attempt = $3', [
      dayOf(owner.requestedAt),
      owner.id,
      owner.attempt,
    ]);
  }

  async removeEarlierAttempts(owner: SegmentOwner): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2 AND attempt < $3', [
      dayOf(owner.requestedAt),
      owner.id,
      owner.attempt,
    ]);
  }

  async remove(batch: Pick<SegmentOwner, 'id' | 'requestedAt'>): Promise<void> {
    await this.#database.execute('DELETE FROM batch_segment WHERE day = $1 AND batch_id = $2', [
      dayOf(batch.requestedAt),
      batch.id,
    ]);
  }

  async maintain(now: number): Promise<void> {
    if (this.#makesPartitions) await maintainPartitions(this.#database, now, daysAhead);
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
    [dayOf(owner.requestedAt), owner.id, owner.attempt, first, last],
  ];
}

/** Makes a copy of the bytes that shares its memory with no other bytes. */
function own(bytes: Buffer | null | undefined): Uint8Array {
  return new Uint8Array(bytes!);
}

function valuesOf(owner: SegmentOwner, { number, index, data, receipts }: NewSegment): SqlValue[] {
  return whole.values({
    day: dayOf(owner.requestedAt),
    batchId: owner.id,
    attempt: owner.attempt,
    number,
    index,
    receipts: receipts ?? null,
    data,
  });
}

function isFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === diskFull;
}
