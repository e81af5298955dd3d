import type { Database } from './database.js';
import type { Dialect } from './per-dialect.js';

/** A statement, or a whole transaction, that has begun. */
export interface WatchedStatement {
  readonly database: string;
  readonly dialect: Dialect;
  /** The text of the statement, which may contain values. */
  readonly sql: string;
  /** The time when the statement began, in epoch milliseconds, or undefined for now. */
  readonly beganAt?: number;
}

/** Port: receives each database that the process opens, for metrics and traces. */
export interface DatabaseWatch {
  /** @param name what operators call the database, as in `ordering` */
  opened(name: string, database: Pick<Database, 'use'>): void;
  /**
   * Called when a statement begins. Returns the function to call at the end of the statement. If the watch has no such function,
   * statements cost no more than without a watch.
   */
  readonly statement?: ((begun: WatchedStatement) => (error?: unknown) => void) | undefined;
}
