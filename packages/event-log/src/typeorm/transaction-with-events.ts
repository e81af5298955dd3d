import type { Database, Transaction } from '@trading-platform/database';
import type { Happened } from '../event/event.js';
import { TypeOrmEventNews } from './repositories/typeorm-event-news.js';
import { appendEvents } from './sql/append-events.js';

/** Gathers what happens in one transaction until its end. */
export class TransactionEvents {
  readonly #sources: (() => Happened)[] = [];

  /** @param source called once, at the end of the transaction */
  add(source: () => Happened): void {
    this.#sources.push(source);
  }

  /** Returns all that happened, in the order of `add`. */
  all(): Happened {
    const all = this.#sources.map((source) => source());
    return {
      happenings: all.flatMap(({ happenings = [] }) => happenings),
      changes: all.flatMap(({ changes = [] }) => changes),
    };
  }
}

const eventsOfTransaction = new WeakMap<Transaction, TransactionEvents>();

/** The news of each database of this process. */
const newsOfDatabase = new WeakMap<Database, TypeOrmEventNews>();

/**
 * Returns the events of a running transaction.
 *
 * @throws Error if the transaction was not begun by `transactionWithEvents`, because its events would be lost
 */
export function eventsOf(transaction: Transaction): TransactionEvents {
  const events = eventsOfTransaction.get(transaction);
  if (events === undefined)
    throw new Error('Begin this transaction with transactionWithEvents, because it reports events');
  return events;
}

/**
 * Runs one unit of work and appends to the log what the work has added to `eventsOf(transaction)`. After the commit, it
 * notifies the sequencers.
 */
export async function transactionWithEvents<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let hasHappened = false;
  const result = await database.transaction(async (transaction) => {
    const events = new TransactionEvents();
    eventsOfTransaction.set(transaction, events);
    try {
      const answer = await work(transaction);
      hasHappened = await appendEvents(transaction, events.all());
      return answer;
    } finally {
      // Several transactions may have the same object.
      eventsOfTransaction.delete(transaction);
    }
  });
  if (hasHappened) tellEntries(database);
  return result;
}

function tellEntries(database: Database): void {
  const news = newsOfDatabase.get(database) ?? new TypeOrmEventNews(database);
  newsOfDatabase.set(database, news);
  news.tellEntries();
}
