import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import type { DatabaseSnapshot } from './database-snapshot.js';

/** @see openSnapshot */
export function openPostgresSnapshot(database: Database): Promise<DatabaseSnapshot> {
  return new Promise((resolve, reject) => {
    const closing = Promise.withResolvers<void>();
    const transaction = database.transaction(async (opened) => {
      // A transaction that hands out rows for minutes is neither a hanging statement nor forgotten.
      await opened.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await opened.execute('SET LOCAL statement_timeout = 0');
      await opened.execute('SET LOCAL idle_in_transaction_session_timeout = 0');
      // A transaction sees the data of its first statement.
      await opened.query('SELECT 1');
      resolve(new PostgresSnapshot(opened, new Date(), finish));
      await closing.promise;
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
  readonly #finish: () => Promise<void>;
  #cursors = 0;

  constructor(transaction: Transaction, instant: Date, finish: () => Promise<void>) {
    this.#transaction = transaction;
    this.instant = instant;
    this.#finish = finish;
  }

  query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#transaction.query<Row>(sql, values);
  }

  execute(): Promise<number> {
    return Promise.reject(new Error('A snapshot is read only'));
  }

  async *stream<Row>(sql: string, values: readonly SqlValue[], rowsPerChunk: number): AsyncGenerator<Row[]> {
    const cursor = `snapshot_${this.#cursors++}`;
    await this.#transaction.execute(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, values);
    for (;;) {
      const rows = await this.#transaction.query<Row>(`FETCH ${rowsPerChunk} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < rowsPerChunk) break;
    }
    await this.#transaction.execute(`CLOSE ${cursor}`);
  }

  close(): Promise<void> {
    return this.#finish();
  }
}
