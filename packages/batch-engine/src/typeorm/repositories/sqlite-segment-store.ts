import { isLocked, retryWhileLocked, type SqlValue, tableOf } from '@trading-platform/database';
import { SqliteConnection, SqliteFile } from '@trading-platform/database/sqlite';
import { BatchFailure } from '../../batch/batch-error.js';
import {
  type NewSegment,
  noRoom,
  type SegmentOwner,
  type SegmentStore,
  type StoredSegment,
} from '../../storage/segment-store.js';
import { SqliteSegmentEntity } from '../entities/segment.entity.js';

/**
 * The time for which one try for the write lock may block the event loop. Between two tries, the process continues with other
 * work.
 */
const blockingLockWaitMs = 20;
const lockTimeoutMs = 10_000;
const readTimeoutMs = 5_000;
/** The page cache is small, because the engine caches frequently read segments, and the operating system caches the file. */
const cacheKilobytes = 1_000;

const whole = tableOf(SqliteSegmentEntity);
const stored = whole.only('number', 'index', 'data');
const storedIndexes = stored.without('data');
const storedReceipts = whole.only('receipts');

/** Thrown if another process held the write lock for too long. */
class SegmentFileBusyError extends Error {
  override readonly name = 'SegmentFileBusyError';
}

/**
 * Stores segments in a separate SQLite file on separate connections, which is the fastest way to store and read bytes. A single
 * write is not synced to disk. `seal` syncs the log of the file and thereby all earlier writes.
 */
export class SqliteSegmentStore implements SegmentStore {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #file: SqliteFile;
  readonly #statements;

  private constructor(writer: SqliteConnection, reader: SqliteConnection, maxBytes: number | undefined) {
    this.#writer = writer;
    this.#reader = reader;
    if (maxBytes !== undefined) limitSize(this.#writer, maxBytes);
    this.#writer.pragma('journal_mode = WAL');
    this.#writer.pragma('synchronous = NORMAL');
    this.#writer.pragma(`cache_size = -${cacheKilobytes}`);
    this.#reader.pragma('query_only = ON');
    this.#reader.pragma(`cache_size = -${cacheKilobytes}`);
    this.#statements = prepare(this.#writer, this.#reader);
    this.#file = new SqliteFile(reader);
  }

  /**
   * Opens the file of the segments. The last process that closes a SQLite file locks it for a moment. Opening waits until this
   * lock has been released.
   *
   * @param path a file with the tables of `segmentSchema`
   * @param maxBytes how large the file may become; default: as large as the disk
   */
  static open(path: string, maxBytes?: number): Promise<SqliteSegmentStore> {
    return retryWhileLocked(lockTimeoutMs, () => {
      const writer = new SqliteConnection(path, { timeout: blockingLockWaitMs, fileMustExist: true });
      const reader = new SqliteConnection(path, { timeout: readTimeoutMs, fileMustExist: true });
      try {
        return new SqliteSegmentStore(writer, reader, maxBytes);
      } catch (error) {
        reader.close();
        writer.close();
        throw error;
      }
    });
  }

  write({ id, attempt }: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    return this.#change(() => {
      for (const { number, index, data, receipts = null } of segments) {
        this.#statements.insert.run(...whole.values({ batchId: id, attempt, number, index, receipts, data }));
      }
    });
  }

  seal(): Promise<void> {
    return this.#change(() => this.#statements.seal.run(), 'synced');
  }

  async read({ id, attempt }: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    return this.#noting(() => this.#statements.read.all(id, attempt, first, last)).map(stored.read);
  }

  async readIndexes({ id, attempt }: SegmentOwner, first: number, last: number) {
    return this.#noting(() => this.#statements.readIndexes.all(id, attempt, first, last)).map(storedIndexes.read);
  }

  async readReceipts({ id, attempt }: SegmentOwner, first: number, last: number) {
    const rows = this.#noting(() => this.#statements.readReceipts.all(id, attempt, first, last));
    return rows.map((row) => storedReceipts.read(row).receipts ?? []);
  }

  removeAttempt({ id, attempt }: SegmentOwner): Promise<void> {
    return this.#change(() => this.#statements.removeAttempt.run(id, attempt));
  }

  removeEarlierAttempts({ id, attempt }: SegmentOwner): Promise<void> {
    return this.#change(() => this.#statements.removeEarlier.run(id, attempt));
  }

  remove({ id }: Pick<SegmentOwner, 'id'>): Promise<void> {
    return this.#change(() => this.#statements.remove.run(id));
  }

  /** Nothing has to be done, because SQLite reuses the pages of removed segments. */
  async maintain(): Promise<void> {}

  /** @throws Error `unavailable` when the file is gone or damaged */
  async ping(): Promise<void> {
    this.#file.check();
  }

  close(): void {
    this.#file.stop();
    this.#reader.close();
    this.#writer.close();
  }

  #noting<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#file.note(error);
      throw error;
    }
  }

  /** Runs one transaction. While another process is writing, the transaction is tried again. */
  async #change(work: () => void, durability: 'logged' | 'synced' = 'logged'): Promise<void> {
    this.#file.refuseIfBroken();
    try {
      await retryWhileLocked(lockTimeoutMs, () => this.#noting(() => this.#transact(work, durability)));
    } catch (error) {
      if (isFull(error)) throw new BatchFailure(noRoom, { cause: error });
      if (isLocked(error)) throw new SegmentFileBusyError('The segment file stayed locked', { cause: error });
      throw error;
    }
  }

  #transact(work: () => void, durability: 'logged' | 'synced'): void {
    if (durability === 'synced') this.#writer.pragma('synchronous = FULL');
    try {
      this.#writer.transaction(work).immediate();
    } finally {
      if (durability === 'synced') this.#writer.pragma('synchronous = NORMAL');
    }
  }
}

function prepare(writer: SqliteConnection, reader: SqliteConnection) {
  const range = 'FROM segment WHERE batch_id = ? AND attempt = ? AND number BETWEEN ? AND ? ORDER BY number';
  type RangeParameters = [number, number, number, number];
  return {
    insert: writer.prepare<SqlValue[]>(
      `INSERT INTO segment (${whole.columns}) VALUES (${whole.columnNames.map(() => '?').join(', ')})`,
    ),
    seal: writer.prepare('UPDATE sealing SET count = count + 1'),
    removeAttempt: writer.prepare('DELETE FROM segment WHERE batch_id = ? AND attempt = ?'),
    removeEarlier: writer.prepare('DELETE FROM segment WHERE batch_id = ? AND attempt < ?'),
    remove: writer.prepare('DELETE FROM segment WHERE batch_id = ?'),
    read: reader.prepare<RangeParameters, object>(`SELECT ${stored.columns} ${range}`),
    readIndexes: reader.prepare<RangeParameters, object>(`SELECT ${storedIndexes.columns} ${range}`),
    readReceipts: reader.prepare<RangeParameters, object>(`SELECT ${storedReceipts.columns} ${range}`),
  };
}

function limitSize(connection: SqliteConnection, maxBytes: number): void {
  const pageSize = connection.pragma('page_size', { simple: true }) as number;
  connection.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize))}`);
}

function isFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'SQLITE_FULL';
}
