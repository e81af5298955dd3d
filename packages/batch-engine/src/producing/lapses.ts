import type { Batch } from '../batch/batch.js';
import type { Clock } from '../batch/clock.js';

/** No worker alive leaves its lease unchanged for this part of its length: it renews twice as often. */
const longestUnchanged = 1 / 3;

/**
 * Finds leases that have run out. Clocks may jump, and those of two machines may differ, so what counts is whether a lease
 * is still renewed, seen on a clock that never jumps: it is over when it has not changed for its whole length, or, where
 * the clock says that its time has come, for as long as no worker alive leaves it unchanged.
 */
export class Lapses {
  readonly #clock: Clock;
  readonly #leaseMs: number;
  #seen = new Map<number, { readonly attempt: number; readonly leaseUntil: number; readonly since: number }>();

  constructor(clock: Clock, leaseMs: number) {
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  /** @param running all batches that are processing */
  among(running: readonly Batch[]): readonly Batch[] {
    const before = this.#seen;
    this.#seen = new Map();
    return running.filter((batch) => {
      const { id, attempt, leaseUntil = 0 } = batch;
      const last = before.get(id);
      const unchanged = last?.attempt === attempt && last.leaseUntil === leaseUntil;
      const since = unchanged ? last.since : this.#clock.monotonic();
      this.#seen.set(id, { attempt, leaseUntil, since });
      const unchangedMs = this.#clock.monotonic() - since;
      const timeHasCome = leaseUntil <= this.#clock.now();
      return unchangedMs > (timeHasCome ? this.#leaseMs * longestUnchanged : this.#leaseMs);
    });
  }
}
