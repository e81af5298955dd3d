import type { Database } from '@trading-platform/database';
import { takeNumbers } from './counters.js';

/** One import, with a number by which rows remember who touched them last. */
export class Load {
  readonly #database: Database;
  #id: Promise<number> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Taken for good before the first chunk, so that no other load ever has the same number. */
  id(): Promise<number> {
    this.#id ??= this.#database.transaction((transaction) => takeNumbers(transaction, 'load', 1));
    return this.#id;
  }
}
