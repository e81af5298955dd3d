import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.js';

/** Calls that remain for other users of the token. */
const callsLeftOver = 12;
/** A token that is used up sooner shares a limit with others; then only waiting helps. */
const callsOfAToken = 100;
const waitAtMostMs = 61_000;

/** Keeps calls with one token below the call limit, by `RateLimit-Remaining` and `RateLimit-Reset`. */
export class Pace {
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  #used = 0;

  /** Whether its own calls have used up the share of this token, so that another token helps. */
  get isUsedUp(): boolean {
    return this.#isSpent && this.#used >= callsOfAToken;
  }

  get #isSpent(): boolean {
    return this.#remaining <= callsLeftOver && Date.now() < this.#resetAt;
  }

  /** Resolves when one more call may be made. */
  async turn(): Promise<void> {
    if (this.#isSpent) {
      await sleep(Math.min(this.#resetAt - Date.now(), waitAtMostMs));
      this.#remaining = Number.POSITIVE_INFINITY;
    }
    this.#remaining -= 1;
    this.#used += 1;
  }

  note({ headers }: Exchange): void {
    const remaining = Number(headers['ratelimit-remaining'] ?? Number.NaN);
    const resetSeconds = Number(headers['ratelimit-reset'] ?? Number.NaN);
    if (!Number.isFinite(remaining) || !Number.isFinite(resetSeconds)) return;
    this.#remaining = remaining;
    this.#resetAt = Date.now() + resetSeconds * 1_000;
  }
}

/** The wait of a refused call, by its `Retry-After`; undefined without one. */
export function retryAfterMs({ headers }: Exchange): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, waitAtMostMs) : undefined;
}
