import type { Clock } from '../clock.js';

/** A clock that does not advance until a test sets it. */
export class SettableClock implements Clock {
  #now: number;

  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advanceSeconds(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
