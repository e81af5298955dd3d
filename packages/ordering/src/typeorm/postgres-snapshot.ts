import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { DatabaseSnapshot } from './database-snapshot.js';

/** @see openSnapshot */
export function openPostgresSnapshot(database: Database, signal: AbortSignal): Promise<DatabaseSnapshot> {
  return new Promise((resolve, reject) => {
    const closing = Promise.withResolvers<void>();
    const transaction = database.transaction(async (opened) => {
      // A transaction that hands out rows for minutes is neither a hanging statement nor forgotten.
      await opened.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await opened.execute('SET LOCAL statement_timeout = 0');
      await opened.execute('SET LOCAL idle_in_transaction_session_timeout = 0');
      // A transaction sees the data of its first statement.
      const [backend] = await opened.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const interrupt = () =>
        void database.query('SELECT pg_cancel_backend($1)', [backend?.pid ?? 0]).catch(() => undefined);
      const snapshot = new PostgresSnapshot(opened, new Date(), interrupt, finish);
      const onAbort = () => snapshot.interrupt();
      signal.addEventListener('abort', onAbort);
      resolve(snapshot);
      await closing.promise;
      signal.removeEventListener('abort', onAbort);
    });
    const finish = () => {
      closing.resolve();
      // Nothing was written, so it does not matter how a transaction ends whose connection is gone.
      return transaction.catch(() => undefined);
    };
    transaction.catch(reject);
  });
}

class PostgresSnapshot implements DatabaseSnapshot {
  readonly dialect = 'postgres';
  readonly instant: Date;
  readonly #transaction: Transaction;
  readonly #interrupt: () => void;
  readonly #finish: () => Promise<void>;
  #cursors = 0;
  #pending = 0;

  constructor(transaction: Transaction, instant: Date, interrupt: () => void, finish: () => Promise<void>) {
    this.#transaction = transaction;
    this.instant = instant;
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

  /** Ends a statement under way; it fails. */
  interrupt(): void {
    if (this.#pending > 0) this.#interrupt();
  }

  execute(): Promise<number> {
    return Promise.reject(new Error('A snapshot is read only'));
  }

  async *stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncGenerator<Row[]> {
    const cursor = `snapshot_${this.#cursors++}`;
    await this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values);
    for (;;) {
      const rows = await this.query<Row>(`FETCH ${rowsPerChunk} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsPerChunk) break;
    }
    await this.query(`CLOSE ${cursor}`);
  }

  close(): Promise<void> {
    this.interrupt();
    return this.#finish();
  }
}
