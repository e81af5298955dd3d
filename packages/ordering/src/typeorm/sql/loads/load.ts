import type { Database, Transaction } from '@trading-platform/database';
import { takeNumbers } from '../common/counters.js';

/** One import. Rows keep the number of the import that touched them last. */
export class Load {
  readonly #database: Database;
  #id: Promise<number> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Committed before the first chunk, so that no other load has the same number. */
  id(): Promise<number> {
    this.#id ??= this.#database.transaction(async (transaction) => {
      await makeRoom(transaction);
      return takeNumbers(transaction, 'load', 1);
    });
    return this.#id;
  }
}

const cacheKibibytes = 64 * 1024;
const checkpointPages = 4_096;

/**
 * A load touches the same pages of many indexes over and over. SQLite's defaults would write each of them several times
 * a chunk; with room for a chunk's pages, and for several chunks between two checkpoints, each is written about once.
 */
async function makeRoom(transaction: Transaction): Promise<void> {
  if (transaction.dialect !== 'sqlite') return;
  await transaction.query(`PRAGMA cache_size = -${cacheKibibytes}`);
  await transaction.query(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  // The rollback data of a statement is kept in memory too, instead of in a file.
  await transaction.query('PRAGMA temp_store = MEMORY');
}
