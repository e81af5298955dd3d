import type { Database, Transaction } from '@trading-platform/database';
import type { Happened } from '../event/event.js';
import { TypeOrmEventNews } from './repositories/typeorm-event-news.js';
import { appendEvents } from './sql/append-events.js';

/** The news of each database of this process. */
const newsOf = new WeakMap<Database, TypeOrmEventNews>();

/** Gathers what happens in a transaction. */
export interface EventCollector {
  /** Returns all that happened. It is called once, at the end of the transaction. */
  happened(): Happened;
}

/**
 * Runs one unit of work, appends to the log what the work has collected, and tells the sequencers after the commit.
 *
 * @param makeCollector called for each attempt, because a unit of work may be repeated
 */
export async function transactionWithEvents<Collector extends EventCollector, Result>(
  database: Database,
  makeCollector: () => Collector,
  work: (transaction: Transaction, collector: Collector) => Promise<Result>,
): Promise<Result> {
  let hasHappened = false;
  const result = await database.transaction(async (transaction) => {
    const collector = makeCollector();
    const answer = await work(transaction, collector);
    hasHappened = await appendEvents(transaction, collector.happened());
    return answer;
  });
  if (hasHappened) tellEntries(database);
  return result;
}

function tellEntries(database: Database): void {
  const news = newsOf.get(database) ?? new TypeOrmEventNews(database);
  newsOf.set(database, news);
  news.tellEntries();
}
