import { describe, expect, it } from '@jest/globals';
import { countScale, decadeScale } from './scales.js';

describe('a scale', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [7, [0, 2, 4, 6, 8]],
    [97, [0, 20, 40, 60, 80, 100]],
    [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
  ])('of counts up to %s has round ticks, and few', (greatest, ticks) => {
    const scale = countScale(greatest, [100, 0]);
    expect(scale.ticks).toEqual(ticks);
    expect([0, ticks.at(-1) ?? 0].map(scale.placeOf)).toEqual([100, 0]);
  });

  it.each([
    [[], [1, 10]],
    [[5], [1, 10]],
    [[10], [10, 100]],
    [
      [0, 250, 90_000],
      [1, 10, 100, 1_000, 10_000, 100_000],
    ],
    [[1, 5_000_000_000], Array.from({ length: 11 }, (_, power) => 10 ** power)],
  ])('of %j has the powers of ten around them', (values, ticks) => {
    expect(decadeScale(values, [0, 1]).ticks).toEqual(ticks);
  });

  it('of powers is even, and begins at 1', () => {
    const { placeOf } = decadeScale([0, 100], [0, 10]);
    expect([1, 10, 100].map(placeOf)).toEqual([0, 5, 10]);
    expect(placeOf(0)).toBe(0);
  });
});
