import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, SqlValue } from '@trading-platform/database';
import { SqliteConnection } from '@trading-platform/database/sqlite';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import { freeMemory } from '../../../record/free-memory.js';
import type { DatabaseSnapshot } from './database-snapshot.js';

/** A batch reads each page only once, so a large page cache would only cost memory and time. */
const cacheKilobytes = 1_000;
/** The number of rows that are counted in one turn of the event loop, which takes a few milliseconds. */
const countedPerTurn = 2_000;

/** @see openSnapshot */
export async function openSqliteSnapshot(database: Database): Promise<DatabaseSnapshot> {
  const [main] = await database.query<{ file: string }>("SELECT file FROM pragma_database_list WHERE name = 'main'");
  const connection = new SqliteConnection(main?.file ?? '', { readonly: true, fileMustExist: true });
  try {
    connection.pragma(`cache_size = -${cacheKilobytes}`);
    connection.exec('BEGIN');
    // A transaction on SQLite reads the data as of its first read.
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    return new SqliteSnapshot(connection, new Date());
  } catch (error) {
    connection.close();
    throw error;
  }
}

class SqliteSnapshot implements DatabaseSnapshot {
  readonly dialect = 'sqlite';
  readonly instant: Date;
  readonly #connection: SqliteConnection;
  readonly #reading = new Set<IterableIterator<unknown>>();

  constructor(connection: SqliteConnection, instant: Date) {
    this.#connection = connection;
    this.instant = instant;
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#connection.prepare(sql).all(byNumber(values)) as Row[];
  }

  execute(): Promise<number> {
    return Promise.reject(new Error('A snapshot is read only'));
  }

  stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncGenerator<Row[]> {
    return this.#inChunks<Row>(this.#connection.prepare(sql), values, rowsPerChunk);
  }

  async *streamRecords(
    sql: string,
    values: readonly SqlValue[],
    rowsPerChunk: number,
  ): AsyncGenerator<RenderedRecord[]> {
    const rows = this.#inChunks<RecordRow>(this.#connection.prepare(sql).raw(), values, rowsPerChunk);
    for await (const chunk of rows) yield chunk.map(toRecord);
  }

  async *#inChunks<Row>(
    statement: ReturnType<SqliteConnection['prepare']>,
    values: readonly SqlValue[],
    rowsPerChunk: number,
  ): AsyncGenerator<Row[]> {
    const rows = statement.iterate(byNumber(values)) as IterableIterator<Row>;
    this.#reading.add(rows);
    try {
      for (;;) {
        const chunk = takeRows(rows, rowsPerChunk);
        if (!this.#connection.open) throw new Error('The snapshot was closed while it was read');
        if (chunk.length > 0) yield chunk;
        if (chunk.length < rowsPerChunk) return;
      }
    } finally {
      this.#reading.delete(rows);
      rows.return?.();
    }
  }

  /** The rows are counted in groups, because a single statement would block the thread for a long time. */
  async count(sql: string, values: readonly SqlValue[]): Promise<number> {
    let count = 0;
    for await (const rows of this.stream(sql, values, countedPerTurn)) {
      count += rows.length;
      await nextTurn();
    }
    return count;
  }

  close(): Promise<void> {
    // A connection cannot be closed while a statement is running.
    for (const rows of this.#reading) rows.return?.();
    this.#connection.close();
    return Promise.resolve();
  }
}

type RecordRow = readonly [body: Buffer, receipt?: string];

/** Each row has memory of its own. */
function toRecord([body, receipt]: RecordRow): RenderedRecord {
  const release = () => freeMemory(body);
  return receipt === undefined ? { body, release } : { body, receipt, release };
}

function takeRows<Row>(rows: IterableIterator<Row>, count: number): Row[] {
  const chunk: Row[] = [];
  while (chunk.length < count) {
    const { done, value } = rows.next();
    if (done === true) break;
    chunk.push(value);
  }
  return chunk;
}

/** SQLite treats `$1` as a parameter with the name `1`, so the values are passed by name. */
function byNumber(values: readonly SqlValue[]): Record<string, SqlValue> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]));
}
