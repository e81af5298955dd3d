import { describe, expect, it } from '@jest/globals';
import { clockSkew } from './clock-skew.js';

describe('the difference of two clocks', () => {
  it.each([
    ['is nothing, however late the answer is noticed', 10_000, 10_000, 70_000, 0],
    ['is nothing, however late the question arrives', 70_000, 10_000, 70_000, 0],
    ['is the time by which the other clock is ahead of the answer', 73_000, 10_000, 70_000, 3_000],
    ['is the time by which the other clock is behind the question', 6_000, 10_000, 70_000, -4_000],
  ])('%s', (_what, told, askedAt, answeredAt, skew) => {
    expect(clockSkew(told, askedAt, answeredAt)).toBe(skew);
  });

  it('leaves out what the other clock rounds off', () => {
    expect(clockSkew(10_000, 10_999, 11_000, 1_000)).toBe(0);
    expect(clockSkew(8_000, 10_999, 11_000, 1_000)).toBe(-1_999);
  });
});
