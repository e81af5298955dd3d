import { describe, expect, it } from '@jest/globals';
import { defaultAttemptSettings } from './attempt-settings.js';
import type { AttemptState } from './attempt-store.js';
import { countFailure, type FailureRule, refusedUntil } from './count-failure.js';

const settings = defaultAttemptSettings;
const start = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
const windowMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
const tenPerWindow: FailureRule = { perWindow: 10 };
const threePerDay: FailureRule = { perDay: 3 };

/** Returns the stored state after failures at the given times. */
function failedAt(rule: FailureRule, ...instants: number[]): AttemptState | undefined {
  const none: AttemptState | undefined = undefined;
  return instants.reduce<AttemptState | undefined>((state, at) => countFailure('key', state, at, rule, settings), none);
}

const nineAt = (instant: number) => Array.from({ length: 9 }, () => instant);

describe('failures within the window', () => {
  it.each([
    ['a millisecond before the end of the window', windowMs - 1, 1],
    ['exactly at the end of the window', windowMs, 0],
  ])('lock with the tenth %s of the first: %d ms, %d locks', (_when, afterMs, locks) => {
    for (const rule of [tenPerWindow, { ...tenPerWindow, perDay: 50 }]) {
      expect(failedAt(rule, ...nineAt(start), start + afterMs)).toMatchObject({ locks });
    }
  });

  it('are those of any fifteen minutes, not of a period that begins anew', () => {
    const half = windowMs / 2;
    const state = failedAt(tenPerWindow, start, ...nineAt(start + half).slice(1), start + windowMs);
    expect(state?.locks).toBe(0);
    expect(failedAt(tenPerWindow, start, ...nineAt(start + half), start + windowMs)?.locks).toBe(1);
  });

  it('before a lock do not count after it', () => {
    const locked = failedAt(tenPerWindow, ...nineAt(start), start);
    expect(countFailure('key', locked, start + minuteMs, tenPerWindow, settings)).toMatchObject({ locks: 1 });
  });

  it('are refused until exactly the end of the lock', () => {
    const locked = failedAt(tenPerWindow, ...nineAt(start), start);
    expect(refusedUntil(locked, tenPerWindow, start)).toBe(start + minuteMs);
  });

  it.each([
    ['a day after the end of the last lock', dayMs, 60],
    ['a millisecond earlier', dayMs - 1, 120],
  ])('bring a lock of the first length again %s', (_when, afterMs, seconds) => {
    const locked = failedAt(tenPerWindow, ...nineAt(start), start);
    const again = start + minuteMs + afterMs;
    const relocked = [...nineAt(again), again].reduce<AttemptState | undefined>(
      (state, at) => countFailure('key', state, at, tenPerWindow, settings),
      locked,
    );
    expect(relocked?.lockedUntil).toBe(again + seconds * 1000);
  });

  it.each([
    ['the window', tenPerWindow, windowMs],
    ['the day', threePerDay, dayMs],
  ])('are kept as long as %s', (_what, rule, keptMs) => {
    expect(failedAt(rule, start)).toMatchObject({ expiresAt: start + keptMs });
    expect(failedAt(rule, start, start + keptMs)?.failedAt).toEqual([start + keptMs]);
    expect(failedAt(rule, start, start + keptMs - 1)?.failedAt).toHaveLength(2);
  });
});

describe('failures within a day', () => {
  const full = failedAt(threePerDay, start, start + 1, start + 2);

  it('are refused beyond their number, until exactly the first of them is a day old', () => {
    expect(refusedUntil(failedAt(threePerDay, start, start + 1), threePerDay, start + 2)).toBe(0);
    expect(refusedUntil(full, threePerDay, start + 2)).toBe(start + dayMs);
    expect(refusedUntil(full, threePerDay, start + dayMs - 1)).toBe(start + dayMs);
    expect(refusedUntil(full, threePerDay, start + dayMs)).toBe(0);
  });

  it('make place for one at a time', () => {
    const next = countFailure('key', full, start + dayMs, threePerDay, settings);
    expect(refusedUntil(next, threePerDay, start + dayMs)).toBe(start + 1 + dayMs);
  });

  it('never lock by themselves', () => {
    expect(full).toMatchObject({ locks: 0, lockedUntil: 0 });
  });

  it('keep their order where a clock is behind', () => {
    expect(failedAt(threePerDay, start + 5, start)?.failedAt).toEqual([start, start + 5]);
  });
});
