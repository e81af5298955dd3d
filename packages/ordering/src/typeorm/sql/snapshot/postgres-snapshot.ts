import type { BinaryRow, Database, SqlValue, Transaction } from '@trading-platform/database';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import type { DatabaseSnapshot } from './database-snapshot.js';

/**
 * With this isolation level, all statements of a transaction see the data as of its first statement. The time limits are switched
 * off, because a snapshot may yield rows for minutes without being a hanging statement or a forgotten transaction.
 */
const firstStatement = `SELECT pg_backend_pid() AS pid, CAST(now() AS TEXT) AS started, set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true), pg_export_snapshot() AS exported`;

/**
 * Cancels the running statement of a database connection, but only if the connection is still in the same transaction. The start
 * of the transaction is compared, because later transactions use the same connection.
 */
const cancelStatement = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND xact_start = CAST($2 AS TIMESTAMPTZ)`;

interface Backend {
  readonly pid: number;
  readonly started: string;
  /** The name by which another transaction can read the same data. */
  readonly exported: string;
}

/** @see openSnapshot */
export function openPostgresSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  return new Promise((resolve, reject) => {
    const closing = Promise.withResolvers<void>();
    const transaction = database.transaction(
      async (opened) => {
        await opened.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        const [backend] = await opened.query<Backend>(firstStatement);
        const interrupt = () =>
          void database.query(cancelStatement, [backend?.pid ?? 0, backend?.started ?? '']).catch(() => undefined);
        const count: DatabaseSnapshot['count'] = (sql, values) =>
          countIn(database, backend?.exported ?? '', { sql, values, signal });
        const snapshot = new PostgresSnapshot(opened, new Date(), count, interrupt, finish);
        const onAbort = () => snapshot.interrupt();
        signal.addEventListener('abort', onAbort);
        resolve(snapshot);
        await closing.promise;
        signal.removeEventListener('abort', onAbort);
      },
      { patientUntil: signal },
    );
    const finish = () => {
      closing.resolve();
      // The transaction has written nothing, so an error at its end does not matter.
      return transaction.catch(() => undefined);
    };
    transaction.catch(reject);
  });
}

class PostgresSnapshot implements DatabaseSnapshot {
  readonly dialect = 'postgres';
  readonly instant: Date;
  readonly count: DatabaseSnapshot['count'];
  readonly #transaction: Transaction;
  readonly #interrupt: () => void;
  readonly #finish: () => Promise<void>;
  readonly #reading = new Set<AsyncIterableIterator<readonly BinaryRow[]>>();
  #closed = false;
  #cursors = 0;
  #pending = 0;

  constructor(
    transaction: Transaction,
    instant: Date,
    count: DatabaseSnapshot['count'],
    interrupt: () => void,
    finish: () => Promise<void>,
  ) {
    this.#transaction = transaction;
    this.instant = instant;
    this.count = count;
    this.#interrupt = interrupt;
    this.#finish = finish;
  }

  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    this.#pending++;
    try {
      return await this.#transaction.query<Row>(sql, values);
    } finally {
      this.#pending--;
    }
  }

  /** Cancels the running statement, which then fails. */
  interrupt(): void {
    if (this.#pending + this.#reading.size > 0) this.#interrupt();
  }

  execute(): Promise<number> {
    return Promise.reject(new Error('A snapshot is read only'));
  }

  /** The database keeps the cursor until the transaction ends. */
  async *stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncGenerator<Row[]> {
    const cursor = `snapshot_${this.#cursors++}`;
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values);
    for (;;) {
      const rows = await this.query<Row>(`FETCH ${rowsPerChunk} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsPerChunk) return;
    }
  }

  /** Runs one statement whose rows arrive in binary form. Each chunk has the size that the network delivers. */
  async *streamRecords(sql: string, values: readonly SqlValue[]): AsyncGenerator<RenderedRecord[]> {
    const reading = this.#transaction.readBinary!(sql, values);
    this.#reading.add(reading);
    try {
      for await (const rows of reading) yield rows.map(toRecord);
      if (this.#closed) throw new Error('The snapshot was closed while it was read');
    } finally {
      this.#reading.delete(reading);
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    this.interrupt();
    // All rows that the database has sent must be received before the transaction can end.
    for (const reading of this.#reading) void reading.return?.().catch(() => undefined);
    return this.#finish();
  }
}

/** Counts on another connection, because the connection of the snapshot may be busy sending rows. */
function countIn(
  database: Database,
  exported: string,
  { sql, values, signal }: { sql: string; values: readonly SqlValue[]; signal: AbortSignal },
): Promise<number> {
  return database.transaction(
    async (transaction) => {
      await transaction.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await transaction.execute(`SET TRANSACTION SNAPSHOT '${exported}'`);
      await transaction.execute('SET LOCAL statement_timeout = 0');
      const [row] = await transaction.query<{ count: number }>(
        `SELECT COUNT(*) AS count FROM (${sql}) counted`,
        values,
      );
      return row?.count ?? 0;
    },
    { patientUntil: signal },
  );
}

function toRecord([body, receipt]: BinaryRow): RenderedRecord {
  return receipt ? { body: body!, receipt: receipt.toString() } : { body: body! };
}
