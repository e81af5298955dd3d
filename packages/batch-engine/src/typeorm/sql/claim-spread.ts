import type { Randomness } from '../../batch/randomness.js';

const leastMs = 2;
const mostMs = 16;
const narrowing = 0.9;
/**
 * A worker that must wait waits for at least this fraction of the longest possible wait. During this time, a worker that does not
 * have to wait can claim the batch.
 */
const headStart = 0.5;

/**
 * Determines the random time for which a worker waits before it searches for a batch that was announced. The longest possible
 * wait ("spread") is 0 until another worker gets a batch first, which shows that other workers claim batches too. Each time
 * another worker gets the batch, the longest possible wait doubles, up to 16 ms. Each time this worker gets the batch, the
 * longest possible wait becomes a tenth shorter. A worker that must wait waits for at least half of the longest possible wait, so
 * a worker that does not have to wait claims first.
 */
export class ClaimSpread {
  readonly #randomness: Pick<Randomness, 'fraction'>;
  #ms = 0;

  constructor(randomness: Pick<Randomness, 'fraction'>) {
    this.#randomness = randomness;
  }

  /** Returns the time to wait before the next search for a batch. */
  delayMs(): number {
    return this.#ms * (headStart + this.#randomness.fraction());
  }

  /** Makes the longest possible wait longer, because another worker got the batch. */
  widen(): void {
    this.#ms = Math.min(mostMs, Math.max(leastMs, 2 * this.#ms));
  }

  /** Makes the longest possible wait shorter, because this worker got a batch. */
  narrow(): void {
    const ms = narrowing * this.#ms;
    this.#ms = ms < leastMs ? 0 : ms;
  }
}
