import type { Database } from './database.js';
import type { Dialect } from './per-dialect.js';

/** A statement that somebody has begun, or a whole transaction. */
export interface WatchedStatement {
  readonly database: string;
  readonly dialect: Dialect;
  /** It may carry values. */
  readonly sql: string;
  /** In epoch milliseconds, where that is not now. */
  readonly beganAt?: number;
}

/** Port: whoever opens the databases of a process tells it of each, for metrics and traces. */
export interface DatabaseWatch {
  /** @param name what operators call the database, as in `ordering` */
  opened(name: string, database: Pick<Database, 'use'>): void;
  /** Called when a statement begins; answers what to call at its end. Where it is absent, no statement costs more than unwatched. */
  readonly statement?: ((begun: WatchedStatement) => (error?: unknown) => void) | undefined;
}
