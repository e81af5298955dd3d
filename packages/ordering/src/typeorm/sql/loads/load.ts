import type { Database, Transaction } from '@trading-platform/database';
import { takeNumbers } from '../common/counters.js';

/** One import with its number. Each row of the database stores the number of the last import that touched the row. */
export class Load {
  readonly #database: Database;
  #id: Promise<number> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The number of an import is committed before the first chunk, so that no other import gets the same number. */
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
 * An import changes the same pages of many indexes again and again. With its default settings, SQLite would write each page
 * several times for one chunk. With a larger cache and fewer checkpoints, SQLite writes each page about once.
 */
async function makeRoom(transaction: Transaction): Promise<void> {
  if (transaction.dialect !== 'sqlite') return;
  await transaction.query(`PRAGMA cache_size = -${cacheKibibytes}`);
  await transaction.query(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  // The rollback data of a statement are also kept in memory and not in a file.
  await transaction.query('PRAGMA temp_store = MEMORY');
}
