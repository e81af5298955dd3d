import { describe, expect, it } from '@jest/globals';
import { fromParts, roundedQuotient, toParts } from './exact-decimal.js';

describe('toParts', () => {
  it.each([
    ['0', 0n],
    ['', 0n],
    ['98', 980_000n],
    ['98.5', 985_000n],
    ['0.0001', 1n],
    ['-0.25', -2_500n],
    ['999999999999.9999', 9_999_999_999_999_999n],
  ])('reads %j in ten-thousandths', (text, parts) => {
    expect(toParts(text)).toBe(parts);
  });

  it('refuses a fifth decimal, which it would lose', () => {
    expect(() => toParts('1.00001')).toThrow(new RangeError('1.00001 has more than 4 decimals'));
  });

  it.each(['ten', '1.2.3', '1,000'])('refuses %s, which is no decimal', (text) => {
    expect(() => toParts(text)).toThrow(SyntaxError);
  });
});

describe('fromParts', () => {
  it.each([
    [0n, '0'],
    [980_000n, '98'],
    [985_000n, '98.5'],
    [1n, '0.0001'],
    [-2_500n, '-0.25'],
    [-985_000n, '-98.5'],
    [9_999_999_999_999_999n, '999999999999.9999'],
  ])('writes %s as %s', (parts, text) => {
    expect(fromParts(parts)).toBe(text);
  });
});

describe('roundedQuotient', () => {
  it.each([
    ['down', '0', [1n, 1n, 1n, 2n]],
    ['up', '1', [2n, 2n, 2n, 2n]],
    ['half up', '2', [1n, 2n, 2n, 2n]],
  ] as const)(
    'rounds 1.49, 1.5, 1.51 and 2 %s, and negative ones by their absolute value',
    (_name, rounding, whole) => {
      const hundredths = [149n, 150n, 151n, 200n];
      expect(hundredths.map((part) => roundedQuotient(part, 100n, rounding))).toEqual(whole);
      expect(hundredths.map((part) => roundedQuotient(-part, 100n, rounding))).toEqual(whole.map((size) => -size));
    },
  );
});
