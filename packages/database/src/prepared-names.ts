import type pg from 'pg';
import type { SqlValue } from './database.js';

/** The maximum number of statements that each connection of a pool keeps prepared. */
const knownAtMost = 200;

/**
 * Gives names to statements with values, because PostgreSQL parses and plans a named statement only once for each connection. For
 * statements without values, such as `BEGIN` and `COMMIT`, a name has no advantage.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #named: boolean;

  /** @param named if false, no statement gets a name, because a pooler may run each statement on another connection */
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
