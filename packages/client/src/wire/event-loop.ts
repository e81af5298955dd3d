/** So long records are parsed without a turn of the event loop, which costs a hundredth of that. */
const longestMs = 0.1;

/**
 * Has the event loop turn while records are parsed from memory: only then the next page comes in meanwhile, and whatever else the program
 * does goes on.
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

/** Timers of browsers would pause; what they fetch comes in beside the program. */
const turn = turnBy((globalThis as { setImmediate?: SetImmediate }).setImmediate);

function turnBy(setImmediate: SetImmediate | undefined): (() => Promise<void>) | undefined {
  if (setImmediate === undefined) return undefined;
  return () => new Promise((resolve) => void setImmediate(resolve));
}
