import { describe, expect, it } from '@jest/globals';
import { hasCheckDigit, isRegistrationNumber } from './registration-number.js';

describe('a registration number', () => {
  it.each(['T7000012050002', 'T8700110005901', 'T1180301018771'])('%s has its check digit', (number) => {
    expect(isRegistrationNumber(number)).toBe(true);
    expect(hasCheckDigit(number)).toBe(true);
  });

  it.each(['T6000012050002', 'T7000012050003'])('%s has a wrong check digit', (number) => {
    expect(hasCheckDigit(number)).toBe(false);
  });

  it.each(['7000012050002', 'T700001205000', 'T70000120500021', 't7000012050002', 'T700001205000２', ''])(
    'is not %s',
    (text) => {
      expect(isRegistrationNumber(text)).toBe(false);
    },
  );
});
