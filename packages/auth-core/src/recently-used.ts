/**
 * A cache with at most `most` entries. The cache always keeps the last used half of its entries. There are two
 * generations. An entry that is found again moves to the younger generation. When the younger generation is full, it
 * becomes the older generation, and the previous older generation is dropped. Entries are never removed one by one, so
 * a lookup costs no more than in a `Map`.
 */
export class RecentlyUsed<Value extends string | object> {
  readonly #half: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#young.size === this.#half && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
