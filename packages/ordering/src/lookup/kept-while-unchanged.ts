import { LRUCache } from 'lru-cache';

/**
 * Values that stay in memory until a load of any process changes the data that they come from. If there are too many, those that
 * were not used for the longest time go.
 *
 * Callers read the change counters before the data, and give their number here. So a kept value is never older than its number. A
 * greater number drops all values.
 */
export class KeptWhileUnchanged<Value extends object | string> {
  readonly #values: LRUCache<string, Value>;
  #changes = -1;

  /** @param limit how many values are kept at most */
  constructor(limit: number) {
    this.#values = new LRUCache({ max: limit });
  }

  get(key: string, changes: number): Value | undefined {
    return this.#isAt(changes) ? this.#values.get(key) : undefined;
  }

  set(key: string, value: Value, changes: number): void {
    if (this.#isAt(changes)) this.#values.set(key, value);
  }

  /**
   * The values of keys, in their order. Values that are not kept yet are read together, and kept.
   *
   * @param read answers the values of distinct keys, in their order
   */
  async getAll<Key>(
    keys: readonly Key[],
    textOf: (key: Key) => string,
    changes: number,
    read: (missing: readonly Key[]) => Promise<readonly Value[]>,
  ): Promise<Value[]> {
    const texts = keys.map(textOf);
    const values = texts.map((text) => this.get(text, changes));
    const missing = new Map<string, Key>();
    for (const [index, key] of keys.entries()) {
      if (values[index] === undefined) missing.set(texts[index] as string, key);
    }
    if (missing.size === 0) return values as Value[];
    const news = await read([...missing.values()]);
    const byText = new Map([...missing.keys()].map((text, index) => [text, news[index] as Value]));
    for (const [text, value] of byText) this.set(text, value, changes);
    return values.map((value, index) => value ?? (byText.get(texts[index] as string) as Value));
  }

  /** Whether a number is the newest one. A newer number drops all values. */
  #isAt(changes: number): boolean {
    if (changes > this.#changes) {
      this.#values.clear();
      this.#changes = changes;
    }
    return changes === this.#changes;
  }
}
