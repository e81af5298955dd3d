/** Detects that something happens more often than usual: more than a number of times a second, for a while. */
export class Flood {
  readonly #usualPerSecond: number;
  /** Grows by one each time, and falls by what is usual. */
  #level = 0;
  #at = 0;

  constructor(usualPerSecond: number) {
    this.#usualPerSecond = usualPerSecond;
  }

  get isOn(): boolean {
    return this.#levelAt(performance.now()) > this.#usualPerSecond;
  }

  /** It has happened once more. */
  add(): void {
    const now = performance.now();
    // Not higher, so that it ends within a second.
    this.#level = Math.min(this.#levelAt(now) + 1, 2 * this.#usualPerSecond);
    this.#at = now;
  }

  #levelAt(now: number): number {
    return Math.max(0, this.#level - ((now - this.#at) * this.#usualPerSecond) / 1_000);
  }
}
