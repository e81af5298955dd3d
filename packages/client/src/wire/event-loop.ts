/** For this long, records are parsed without a turn of the event loop. A turn takes a hundredth of this time. */
const longestMs = 0.1;

/**
 * Lets the event loop turn while records are parsed from memory, so that the next page arrives meanwhile and the rest
 * of the program runs.
 */
export class EventLoop {
  #turnedAt = performance.now();

  get isTurnDue(): boolean {
    return turn !== undefined && performance.now() - this.#turnedAt >= longestMs;
  }

  async turn(): Promise<void> {
    await turn?.();
    this.#turnedAt = performance.now();
  }
}

type SetImmediate = (callback: () => void) => unknown;

/** Browsers have no `setImmediate`, and their timers would add a pause; their data arrives in parallel anyway. */
const turn = turnBy((globalThis as { setImmediate?: SetImmediate }).setImmediate);

function turnBy(setImmediate: SetImmediate | undefined): (() => Promise<void>) | undefined {
  if (setImmediate === undefined) return undefined;
  return () => new Promise((resolve) => void setImmediate(resolve));
}
