import { AsyncLocalStorage } from 'node:async_hooks';
import type { AfterQueryEvent, DataSource, EntityManager, EntitySubscriberInterface } from 'typeorm';
import {
  type BinaryRow,
  Database,
  type DatabaseUse,
  type Listening,
  type Sql,
  type SqlValue,
  type Transaction,
  type TransactionOptions,
} from './database.js';
import type { DatabaseWatch } from './database-watch.js';

/**
 * Registers a database with a watch. If the watch has the function `statement`, the result is a database that reports each
 * statement to the watch. If the watch does not have the function `statement`, the result is the database itself.
 */
export function watchDatabase(database: Database, name: string, watch: DatabaseWatch | undefined): Database {
  watch?.opened(name, database);
  const { statement } = watch ?? {};
  if (statement === undefined) return database;
  const { dialect } = database;
  return new WatchedDatabase(database, (sql, beganAt) =>
    statement({ database: name, dialect, sql, ...(beganAt === undefined ? {} : { beganAt }) }),
  );
}

/** Reports the start of a statement, and returns the function to call when the statement has ended. */
type Begin = (sql: string, beganAt?: number) => (error?: unknown) => void;

/** The text that is reported for a whole transaction. */
const transactionText = 'TRANSACTION';

class WatchedDatabase extends Database {
  readonly dialect;
  readonly manager: EntityManager;
  override readonly readBinary?: NonNullable<Database['readBinary']>;
  readonly #database: Database;
  readonly #begin: Begin;
  readonly #watched = new WeakSet<DataSource>();

  constructor(database: Database, begin: Begin) {
    super();
    this.#database = database;
    this.#begin = begin;
    this.dialect = database.dialect;
    this.manager = database.manager;
    this.#watchManager(database.manager);
    if (database.readBinary !== undefined) {
      this.readBinary = (sql, values) => watchedRows(begin, sql, database.readBinary!(sql, values));
    }
  }

  get use(): DatabaseUse {
    return this.#database.use;
  }

  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return watched(this.#begin, sql, () => this.#database.query<Row>(sql, values));
  }

  execute(sql: string, values?: readonly SqlValue[]): Promise<number> {
    return watched(this.#begin, sql, () => this.#database.execute(sql, values));
  }

  /** The work may start when other work ends, so it must run in the asynchronous context of its own caller. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const inContext = AsyncLocalStorage.bind((transaction: Transaction) => {
      this.#watchManager(transaction.manager);
      return work(watchedTransaction(transaction, this.#begin));
    });
    return watched(this.#begin, transactionText, () => this.#database.transaction(inContext, options));
  }

  migrate(): Promise<string[]> {
    return this.#database.migrate();
  }

  pendingMigrations(): Promise<string[]> {
    return this.#database.pendingMigrations();
  }

  listen(channel: string, heard: (message: string | undefined) => void): Listening {
    return this.#database.listen(channel, heard);
  }

  ping(): Promise<void> {
    return this.#database.ping();
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** TypeORM reports its statements only when they have ended. */
  #watchManager({ dataSource }: EntityManager): void {
    if (this.#watched.has(dataSource)) return;
    this.#watched.add(dataSource);
    dataSource.subscribers.push(new StatementSubscriber(this.#begin));
  }
}

class StatementSubscriber implements EntitySubscriberInterface {
  readonly #begin: Begin;

  constructor(begin: Begin) {
    this.#begin = begin;
  }

  afterQuery({ query, executionTime = 0, error }: AfterQueryEvent): void {
    this.#begin(query, Date.now() - executionTime)(error);
  }
}

function watchedTransaction(transaction: Transaction, begin: Begin): Transaction {
  const { dialect, manager } = transaction;
  const readBinary = transaction.readBinary?.bind(transaction);
  return {
    dialect,
    manager,
    query: <Row>(sql: string, values?: readonly SqlValue[]) =>
      watched(begin, sql, () => transaction.query<Row>(sql, values)),
    execute: (sql, values) => watched(begin, sql, () => transaction.execute(sql, values)),
    ...(readBinary && {
      readBinary: (sql: string, values?: readonly SqlValue[]) => watchedRows(begin, sql, readBinary(sql, values)),
    }),
  } satisfies Sql & Transaction;
}

async function watched<T>(begin: Begin, sql: string, run: () => Promise<T>): Promise<T> {
  const end = begin(sql);
  try {
    const answer = await run();
    end();
    return answer;
  } catch (error) {
    end(error);
    throw error;
  }
}

async function* watchedRows(
  begin: Begin,
  sql: string,
  rows: AsyncIterableIterator<readonly BinaryRow[]>,
): AsyncGenerator<readonly BinaryRow[]> {
  const end = begin(sql);
  let failure: unknown;
  try {
    yield* rows;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    end(failure);
  }
}
