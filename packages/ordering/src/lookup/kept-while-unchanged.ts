import { LRUCache } from 'lru-cache';

/**
 * A cache of values that remain valid until any process loads new data. If the cache is full, the values that have not been used
 * for the longest time are dropped.
 *
 * Callers must read the change counter before they read the data, and pass the counter to this cache. A counter that was read
 * first is never newer than the cached values. If a caller passes a greater number than before, all cached values are dropped.
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
   * Returns the values for the given keys, in the order of the keys. Values that are not in the cache are read together and then
   * cached.
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

  /** Checks whether this counter is the newest counter that was passed. A newer counter drops all cached values. */
  #isAt(changes: number): boolean {
    if (changes > this.#changes) {
      this.#values.clear();
      this.#changes = changes;
    }
    return changes === this.#changes;
  }
}
