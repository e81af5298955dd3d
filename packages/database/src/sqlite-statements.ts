import type { SqliteStatement } from '@trading-platform/sqlite-driver';
import type { SqlValue } from './database.js';
import { toPositionalSql } from './positional-sql.js';
import type { SqliteConnection } from './sqlite-connection.js';

const knownAtMost = 500;

/**
 * A prepared statement of one connection, and the order in which it takes its values. Undefined if the statement takes the values
 * in the given order.
 */
interface Prepared {
  readonly statement: SqliteStatement;
  readonly order: readonly number[] | undefined;
}

/** Runs statements on one connection to SQLite, and prepares each statement only once. */
export class SqliteStatements {
  readonly connection: SqliteConnection;
  readonly #known = new Map<string, Prepared>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  /** Whether a statement only reads data. */
  isReadOnly(sql: string): boolean {
    return this.#prepare(sql).statement.readonly;
  }

  /** Runs a statement and returns its rows. */
  query<Row>(sql: string, values: readonly SqlValue[]): Row[] {
    const { statement, order } = this.#prepare(sql);
    const bound = inOrder(values, order);
    if (statement.reader) return statement.all(...bound) as Row[];
    statement.run(...bound);
    return [];
  }

  /** Runs a statement and returns the number of rows that it changed. */
  execute(sql: string, values: readonly SqlValue[] = []): number {
    const { statement, order } = this.#prepare(sql);
    const bound = inOrder(values, order);
    return statement.reader ? statement.all(...bound).length : statement.run(...bound).changes;
  }

  #prepare(sql: string): Prepared {
    const hit = this.#known.get(sql);
    if (hit !== undefined) return hit;
    const { text, order } = toPositionalSql(sql);
    const statement = this.connection.prepare(text);
    const prepared = { statement, order: order.every((index, place) => index === place) ? undefined : order };
    if (this.#known.size < knownAtMost) this.#known.set(sql, prepared);
    return prepared;
  }
}

function inOrder(values: readonly SqlValue[], order: readonly number[] | undefined): readonly SqlValue[] {
  return order === undefined ? values : order.map((index) => values[index]!);
}
