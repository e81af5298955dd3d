import type { Clock } from '../clock.js';

/** A clock that stands still until a test moves it. */
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
