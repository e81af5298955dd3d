import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.js';

/** The kit leaves this many calls of the limit to other users of the same token. */
const callsLeftOver = 12;
/**
 * If a limit is reached after fewer calls with a token, other tokens share this limit. A new token would not raise a
 * shared limit, so the kit waits.
 */
const callsOfAToken = 100;
const waitAtMostMs = 61_000;

/** Keeps the calls with one token below the call limit. It reads `RateLimit-Remaining` and `RateLimit-Reset`. */
export class Pace {
  #remaining = Number.POSITIVE_INFINITY;
  #resetAt = 0;
  #used = 0;

  /** Whether the kit itself has used up the limit of this token, so that a new token helps. */
  get isUsedUp(): boolean {
    return this.#isSpent && this.#used >= callsOfAToken;
  }

  get #isSpent(): boolean {
    return this.#remaining <= callsLeftOver && Date.now() < this.#resetAt;
  }

  /** Resolves when one more call is allowed. */
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

/**
 * How long a refused call must wait, from its `Retry-After` header. The wait is undefined if there is no such header.
 */
export function retryAfterMs({ headers }: Exchange): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, waitAtMostMs) : undefined;
}
