import { describe, expect, it } from '@jest/globals';
import { decadeTicks, logShare, roundTicks } from './ticks.js';

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [97, [0, 50, 100]],
    [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
  ])('up to %s are round and few', (greatest, ticks) => {
    expect(roundTicks(greatest)).toEqual(ticks);
  });

  it.each([
    [[], [1, 10]],
    [[5], [1, 10]],
    [[10], [10, 100]],
    [
      [0, 250, 90_000],
      [1, 10, 100, 1_000, 10_000, 100_000],
    ],
  ])('of %j are powers of ten around them', (values, ticks) => {
    expect(decadeTicks(values)).toEqual(ticks);
  });

  it('are evenly spaced on the scale', () => {
    expect([1, 10, 100].map((value) => logShare(value, 1, 100))).toEqual([0, 0.5, 1]);
    expect(logShare(0, 1, 100)).toBe(0);
  });
});
