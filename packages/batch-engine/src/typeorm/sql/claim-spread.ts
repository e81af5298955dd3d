import type { Randomness } from '../../batch/randomness.js';

const leastMs = 2;
const mostMs = 16;
const narrowing = 0.9;
/** The part of a spread in which a worker that does not wait claims. */
const headStart = 0.5;

/**
 * The time in which a worker looks for a batch that it has heard of, at a random moment: 0 until it claims in vain, which shows that
 * others claim as well. Then it doubles, up to 16 ms, and each batch that the worker gets takes a tenth of it away. It begins after
 * half of itself, so that those that lose leave the one that does not wait the time to claim.
 */
export class ClaimSpread {
  readonly #randomness: Pick<Randomness, 'fraction'>;
  #ms = 0;

  constructor(randomness: Pick<Randomness, 'fraction'>) {
    this.#randomness = randomness;
  }

  /** How long to wait before the next look. */
  delayMs(): number {
    return this.#ms * (headStart + this.#randomness.fraction());
  }

  /** A claim was in vain: somebody else got the batch. */
  widen(): void {
    this.#ms = Math.min(mostMs, Math.max(leastMs, 2 * this.#ms));
  }

  /** A batch was taken. */
  narrow(): void {
    const ms = narrowing * this.#ms;
    this.#ms = ms < leastMs ? 0 : ms;
  }
}
