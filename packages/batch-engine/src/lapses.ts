import type { Batch } from './batch.js';
import type { Clock } from './clock.js';

/**
 * Finds leases that have run out. A lease is over when the clock says so, or when it has been seen unchanged for its
 * whole length on a clock that never jumps: a clock that was set back must not protect a dead worker.
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
      return leaseUntil <= this.#clock.now() || this.#clock.monotonic() - since > this.#leaseMs;
    });
  }
}
