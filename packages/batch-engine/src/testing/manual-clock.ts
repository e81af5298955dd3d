import type { Clock } from '../batch/clock.js';

/** A clock that only moves when it is told to. */
export class ManualClock implements Clock {
  #now: number;
  #monotonic = 0;

  constructor(now = Date.UTC(2026, 3, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Time goes by. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }

  /** Somebody sets the clock; no time goes by. */
  set(now: number): void {
    this.#now = now;
  }
}
