/** Detects that an event occurs more often than usual: more often than a number of times per second, for some time. */
export class Flood {
  readonly #usualPerSecond: number;
  /** The level increases by one for each event, and decreases at the usual rate. */
  #level = 0;
  #at = 0;

  constructor(usualPerSecond: number) {
    this.#usualPerSecond = usualPerSecond;
  }

  get isOn(): boolean {
    return this.#levelAt(performance.now()) > this.#usualPerSecond;
  }

  /** Counts one more event. */
  add(): void {
    const now = performance.now();
    // The level is limited, so that the flood ends within a second after the last event.
    this.#level = Math.min(this.#levelAt(now) + 1, 2 * this.#usualPerSecond);
    this.#at = now;
  }

  #levelAt(now: number): number {
    return Math.max(0, this.#level - ((now - this.#at) * this.#usualPerSecond) / 1_000);
  }
}
