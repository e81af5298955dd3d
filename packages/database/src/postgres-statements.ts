import type pg from 'pg';
import type { SqlValue } from './database.js';
import type { PreparedNames } from './prepared-names.js';

/** Runs statements either on any connection of a pool, or on one fixed connection. */
export class PostgresStatements {
  readonly #target: Pick<pg.Pool, 'query'>;
  readonly #names: PreparedNames;

  constructor(target: Pick<pg.Pool, 'query'>, names: PreparedNames) {
    this.#target = target;
    this.#names = names;
  }

  /** Runs a statement and returns its rows. */
  async query<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#target.query(this.#names.statement(sql, values))).rows as Row[];
  }

  /** Runs a statement and returns the number of rows that it changed. */
  async execute(sql: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#target.query(this.#names.statement(sql, values))).rowCount ?? 0;
  }
}
