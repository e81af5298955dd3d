import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.js';

/** Calls that are left to others who use the same token. */
const callsLeftOver = 12;
/** A token that is spent sooner shares a limit with others: then only waiting helps. */
const callsOfAToken = 100;
const waitAtMostMs = 61_000;

/** Keeps calls with one token below the call limit, as the answers tell it (`RateLimit-Remaining`, `RateLimit-Reset`). */
export class Pace {
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  #used = 0;

  /** Whether its own calls have used this token's share up, so that another token helps. */
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

/** How long a refused call is to wait, by its `Retry-After`; undefined where it says none. */
export function retryAfterMs({ headers }: Exchange): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, waitAtMostMs) : undefined;
}
