import type { Registry } from 'prom-client';
import { publishGauge } from './readings.js';

/** A database that reports its use by this process. */
export interface UsedDatabase {
  readonly use: { readonly busy: number; readonly waiting: number; readonly most: number };
}

/** Publishes the use of databases by a process. Packages that open a database report it (`DatabaseWatch`). */
export class DatabaseGauges {
  readonly #databases = new Map<string, UsedDatabase>();

  constructor(registry: Registry) {
    const publish = (name: string, help: string, part: keyof UsedDatabase['use']) =>
      publishGauge(registry, { name, help, labelNames: ['database'] }, () =>
        [...this.#databases].map(([database, { use }]) => ({ labels: { database }, value: use[part] })),
      );
    publish('database_connections_busy', 'Database connections in use; on SQLite 1 while a write is running.', 'busy');
    publish(
      'database_connections_max',
      'How many connections to a database this process may use at the same time.',
      'most',
    );
    publish('database_callers_waiting', 'Units of work that wait for a connection to a database.', 'waiting');
  }

  /** @param name the operators' name of the database, such as `ordering` */
  opened(name: string, database: UsedDatabase): void {
    this.#databases.set(name, database);
  }
}
