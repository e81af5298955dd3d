import type { Batch } from '../batch/batch.js';
import type { Clock } from '../batch/clock.js';

/** A running worker renews its lease at least twice within this fraction of the length of the lease. */
const longestUnchanged = 1 / 3;

/**
 * Finds leases that have expired. Clocks may jump, and the clocks of two machines may differ. A lease is therefore
 * measured by a clock that never jumps: the lease has expired if it was not renewed for its whole length. If the wall
 * clock also says that the lease has expired, a third of its length without a renewal is enough to be sure, because a
 * running worker renews its lease more often.
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
