import { describe, expect, it } from '@jest/globals';
import { registrationNumber } from './registration-number.js';

describe('registrationNumber', () => {
  it('puts the check digit before the twelve digits, as in the number of the National Tax Agency', () => {
    expect(registrationNumber('000012050002')).toBe('T7000012050002');
  });
});
