import type { Database } from './database.js';
import type { Dialect } from './per-dialect.js';

/** A running statement, or a running transaction as a whole. */
export interface WatchedStatement {
  readonly database: string;
  readonly dialect: Dialect;
  /** The text of the statement, which may contain values. */
  readonly sql: string;
  /** The time when the statement began, in epoch milliseconds, or undefined if the statement begins now. */
  readonly beganAt?: number;
}

/** Port: receives each database that the process opens, for metrics and traces. */
export interface DatabaseWatch {
  /** @param name what operators call the database, as in `ordering` */
  opened(name: string, database: Pick<Database, 'use'>): void;
  /**
   * Called when a statement begins. Returns a function that must be called when the statement has ended. If the watch does not
   * observe statements, statements cost no more than without a watch.
   */
  readonly statement?: ((begun: WatchedStatement) => (error?: unknown) => void) | undefined;
}
