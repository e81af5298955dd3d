import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Batch } from '../batch/batch.js';
import { ManualClock } from '../testing/manual-clock.js';
import { Lapses } from './lapses.js';

const leaseMs = 15_000;

const running = (leaseUntil: number, attempt = 1) => [{ id: 1, attempt, leaseUntil } as Batch];

describe('Lapses', () => {
  let clock: ManualClock;
  let lapses: Lapses;
  beforeEach(() => {
    clock = new ManualClock();
    lapses = new Lapses(clock, leaseMs);
  });

  it('finds a lease whose time has come', () => {
    const lease = running(clock.now() + leaseMs);
    expect(lapses.among(lease)).toEqual([]);
    clock.advance(leaseMs - 1);
    expect(lapses.among(lease)).toEqual([]);
    clock.advance(1);
    expect(lapses.among(lease)).toEqual(lease);
  });

  it('watches for a third of its length a lease whose time had come before it was seen', () => {
    const lease = running(clock.now() - 1);
    expect(lapses.among(lease)).toEqual([]);
    clock.advance(leaseMs / 3);
    expect(lapses.among(lease)).toEqual([]);
    clock.advance(1);
    expect(lapses.among(lease)).toEqual(lease);
  });

  it('leaves alone a lease that is renewed by a clock that is an hour late', () => {
    for (let n = 0; n < 10; n++) {
      expect(lapses.among(running(clock.now() - 3_600_000 + leaseMs))).toEqual([]);
      clock.advance(leaseMs / 3);
    }
  });

  it('finds a lease that nobody renews although the clock was set back', () => {
    const lease = running(clock.now() + leaseMs);
    clock.set(clock.now() - 86_400_000);
    expect(lapses.among(lease)).toEqual([]);
    clock.advance(leaseMs + 1);
    expect(lapses.among(lease)).toEqual(lease);
  });

  it('leaves alone a lease that is renewed on a clock that was set back', () => {
    clock.set(clock.now() - 86_400_000);
    for (let n = 0; n < 10; n++) {
      expect(lapses.among(running(clock.now() + 86_400_000 + leaseMs))).toEqual([]);
      clock.advance(leaseMs / 3);
    }
  });

  it('does not hold an earlier attempt against a later one', () => {
    const until = clock.now() + 10 * leaseMs;
    lapses.among(running(until, 1));
    clock.advance(leaseMs);
    expect(lapses.among(running(until, 2))).toEqual([]);
  });
});
