import { describe, expect, it } from '@jest/globals';
import { roundYen, slipAmounts } from './slip-amounts.js';

describe('roundYen', () => {
  it.each([
    ['down', '0', 1, -1],
    ['up', '1', 2, -2],
    ['half up', '2', 2, -2],
  ])('rounds %s, a negative amount by its absolute value', (_name, belowDecPoint, positive, negative) => {
    expect(roundYen(3, 2, belowDecPoint)).toBe(positive);
    expect(roundYen(-3, 2, belowDecPoint)).toBe(negative);
  });

  it.each(['0', '1', '2'])('leaves whole yen alone (below_dec_point %s)', (belowDecPoint) => {
    expect(roundYen(200, 100, belowDecPoint)).toBe(2);
  });

  it('has no negative zero', () => {
    expect(roundYen(-1, 100, '0')).toBe(0);
  });
});

describe('slipAmounts', () => {
  const line = { quantity: 1, price: 105, taxRate: 8, taxIncluded: false };

  it('computes tax once for the sum of a rate, or for each line and adds up', () => {
    const lines = [line, line, line];
    expect(slipAmounts(lines, { taxCalcMethod: '1', belowDecPoint: '0' }).reduced).toEqual({
      taxExcluded: 315,
      tax: 25,
    });
    expect(slipAmounts(lines, { taxCalcMethod: '0', belowDecPoint: '0' }).reduced).toEqual({
      taxExcluded: 315,
      tax: 24,
    });
  });

  it('takes the tax out of the sum when all prices contain it', () => {
    const lines = [
      { ...line, price: 108, taxIncluded: true },
      { ...line, price: 54, taxIncluded: true },
    ];
    expect(slipAmounts(lines, { taxCalcMethod: '1', belowDecPoint: '0' }).reduced).toEqual({
      taxExcluded: 150,
      tax: 12,
    });
  });

  it('converts prices that contain it one by one when others do not', () => {
    const lines = [{ ...line, price: 108, taxIncluded: true }, line];
    expect(slipAmounts(lines, { taxCalcMethod: '1', belowDecPoint: '0' }).reduced).toEqual({
      taxExcluded: 205,
      tax: 16,
    });
  });
});
