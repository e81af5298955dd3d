import { describe, expect, it } from '@jest/globals';
import {
  amountForm,
  isAmount,
  isQuantity,
  isSignedAmount,
  isWithinAmounts,
  quantityForm,
  signedAmountForm,
} from './amount.js';

describe('an amount', () => {
  it.each(['0', '1', '12.5', '0.0001', '999999999999', '123456789012.1234', '007'])('may be %s', (text) => {
    expect(isAmount(text)).toBe(true);
  });

  it.each(['', '-1', '+1', '1.', '.5', '1,000', '1e3', '1.00001', '1234567890123', '0000000000001', ' 1', '１', '1\n'])(
    'must not be %j',
    (text) => {
      expect(isAmount(text)).toBe(false);
    },
  );

  it('is described in words', () => {
    expect(amountForm).toBe('a decimal of at least 0 with at most 12 digits before the point and 4 after it');
  });
});

describe('an ordered quantity', () => {
  it.each(['1', '0.0001', '12.5', '10', '999999999999.9999'])('may be %s', (text) => {
    expect(isQuantity(text)).toBe(true);
  });

  it.each(['0', '0.0', '0000.0000', '', '-1', '1.00001', '1234567890123', '1e3'])('must not be %j', (text) => {
    expect(isQuantity(text)).toBe(false);
  });

  it('is described in words', () => {
    expect(quantityForm).toBe('a decimal greater than 0 with at most 12 digits before the point and 4 after it');
  });
});

describe('an amount of a slip', () => {
  it.each(['0', '-1', '-12.5', '999999999999.9999', '-999999999999.9999'])('may be %s', (text) => {
    expect(isSignedAmount(text)).toBe(true);
  });

  it.each(['', '-', '--1', '+1', '1,234', '１２３', '¥500', '▲500', '1234567890123', '-1234567890123', '1.00001'])(
    'must not be %j',
    (text) => {
      expect(isSignedAmount(text)).toBe(false);
    },
  );

  it('is bounded alike as a number', () => {
    expect([999_999_999_999n, -999_999_999_999n, 10n ** 12n, -(10n ** 12n)].map(isWithinAmounts)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is described in words', () => {
    expect(signedAmountForm).toBe('a decimal with at most 12 digits before the point and 4 after it');
  });
});
