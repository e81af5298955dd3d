/** Keeps results by key, so that each result is produced only once in a run. */
export class Memo {
  readonly #made = new Map<string, Promise<unknown>>();

  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(key, made);
    return made;
  }
}
