import type { Randomness } from '../../batch/randomness.js';

const leastMs = 2;
const mostMs = 16;
const narrowing = 0.9;
/**
 * Workers that must wait do so for at least this part of the spread. During that time, a worker that does not wait can claim the
 * batch.
 */
const headStart = 0.5;

/**
 * Determines the random time for which a worker waits before it looks for a batch that was announced. The spread, which is the
 * longest possible wait, is 0 until a claim is unsuccessful, because an unsuccessful claim shows that other workers claim as
 * well. After each unsuccessful claim, the spread doubles, up to 16 ms. After each batch that the worker gets, the spread
 * decreases by a tenth. Workers whose claim was unsuccessful wait for at least half the spread, so a worker that does not wait
 * claims first.
 */
export class ClaimSpread {
  readonly #randomness: Pick<Randomness, 'fraction'>;
  #ms = 0;

  constructor(randomness: Pick<Randomness, 'fraction'>) {
    this.#randomness = randomness;
  }

  /** Returns the time to wait before the next look. */
  delayMs(): number {
    return this.#ms * (headStart + this.#randomness.fraction());
  }

  /** Records an unsuccessful claim: another worker got the batch. */
  widen(): void {
    this.#ms = Math.min(mostMs, Math.max(leastMs, 2 * this.#ms));
  }

  /** Records that this worker has taken a batch. */
  narrow(): void {
    const ms = narrowing * this.#ms;
    this.#ms = ms < leastMs ? 0 : ms;
  }
}
