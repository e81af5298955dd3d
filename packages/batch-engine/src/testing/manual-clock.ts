import type { Clock } from '../batch/clock.js';

/** A clock for tests that advances only when a test calls it. */
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

  /** Advances the clock as if time had passed. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }

  /** Sets the wall clock as an operator would, without time passing. */
  set(now: number): void {
    this.#now = now;
  }
}
