/** Keeps the values that were used last, up to a number. */
export class RecentlyUsed<Value> {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #values = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.#put(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#put(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#limit && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }

  #put(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }
}
