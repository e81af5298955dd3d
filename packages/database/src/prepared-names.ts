import type pg from 'pg';
import type { SqlValue } from './database.js';

/** The most statements that each connection of a pool keeps prepared. */
const knownAtMost = 200;

/**
 * Names for statements with values: PostgreSQL parses and plans a named one once for each connection. Statements without values, such
 * as `BEGIN` and `COMMIT`, gain nothing by a name.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #named: boolean;

  /** @param named false: no statement gets a name, because a pooler gives each of them another connection */
  constructor(named: boolean) {
    this.#named = named;
  }

  statement(text: string, values: readonly SqlValue[]): pg.QueryConfig {
    const config = { text, values: values as SqlValue[] };
    if (!this.#named) return config;
    const name = values.length === 0 ? undefined : this.#nameOf(text);
    return name === undefined ? config : { ...config, name };
  }

  #nameOf(text: string): string | undefined {
    let name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= knownAtMost) return name;
    name = `statement_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
