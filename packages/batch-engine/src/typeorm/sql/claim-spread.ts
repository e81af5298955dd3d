import type { Randomness } from '../../batch/randomness.js';

const leastMs = 2;
const mostMs = 16;
const narrowing = 0.9;
/** A worker that does not wait has this part of the spread to claim before the others look. */
const headStart = 0.5;

/**
 * How long a worker waits, at random, before it looks for a batch that was announced. The spread is 0 until a claim is in vain,
 * which shows that other workers claim as well. Then it doubles, up to 16 ms, and each batch that the worker gets takes a tenth of it away.
 * Losers wait at least half the spread, so the worker that does not wait claims first.
 */
export class ClaimSpread {
  readonly #randomness: Pick<Randomness, 'fraction'>;
  #ms = 0;

  constructor(randomness: Pick<Randomness, 'fraction'>) {
    this.#randomness = randomness;
  }

  /** The wait before the next look. */
  delayMs(): number {
    return this.#ms * (headStart + this.#randomness.fraction());
  }

  /** A claim was in vain: another worker got the batch. */
  widen(): void {
    this.#ms = Math.min(mostMs, Math.max(leastMs, 2 * this.#ms));
  }

  /** A batch was taken. */
  narrow(): void {
    const ms = narrowing * this.#ms;
    this.#ms = ms < leastMs ? 0 : ms;
  }
}
