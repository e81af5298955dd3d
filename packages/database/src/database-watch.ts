import type { Database } from './database.js';
import type { Dialect } from './per-dialect.js';

/** A statement that has begun, or a whole transaction. */
export interface WatchedStatement {
  readonly database: string;
  readonly dialect: Dialect;
  /** It may carry values. */
  readonly sql: string;
  /** In epoch milliseconds; undefined for now. */
  readonly beganAt?: number;
}

/** Port for metrics and traces: it learns of each opened database of a process. */
export interface DatabaseWatch {
  /** @param name what operators call the database, as in `ordering` */
  opened(name: string, database: Pick<Database, 'use'>): void;
  /** Called when a statement begins; answers the function to call at its end. Without it, statements cost no more than unwatched ones. */
  readonly statement?: ((begun: WatchedStatement) => (error?: unknown) => void) | undefined;
}
