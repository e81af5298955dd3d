import type { Database } from './database.js';

/** Port: whoever opens the databases of a process tells it of each, for metrics. */
export interface DatabaseWatch {
  /** @param name what operators call the database, as in `ordering` */
  opened(name: string, database: Pick<Database, 'use'>): void;
}
