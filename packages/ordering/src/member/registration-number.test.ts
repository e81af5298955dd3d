import { describe, expect, it } from '@jest/globals';
import { checkDigitOf, hasCheckDigit, isRegistrationNumber } from './registration-number.js';

describe('a registration number', () => {
  it.each([
    ['the National Tax Agency', 'T7000012050002'],
    ['Toyota Motor', 'T1180301018771'],
    ['Sony Group', 'T5010401067252'],
    ['Nintendo', 'T1130001011420'],
    ['Honda Motor', 'T6010401027577'],
    ['Ajinomoto', 'T8010001034740'],
    ['Hitachi', 'T7010001008844'],
  ])('of %s has its check digit', (_name, number) => {
    expect(isRegistrationNumber(number)).toBe(true);
    expect(hasCheckDigit(number)).toBe(true);
  });

  it.each([
    ['another check digit', 'T6000012050002'],
    ['another last digit', 'T7000012050003'],
    ['two digits that have changed places', 'T7000012005002'],
    ['0, which is no check digit', 'T0000012050002'],
  ])('has a wrong check digit: %s', (_name, number) => {
    expect(isRegistrationNumber(number)).toBe(true);
    expect(hasCheckDigit(number)).toBe(false);
  });

  it('has a check digit from 1 to 9, whatever its other digits come to', () => {
    const checkDigits = Array.from({ length: 9 }, (_, sum) => checkDigitOf(`00000000000${sum}`));
    expect(checkDigits).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  });

  it.each([
    '7000012050002',
    'T700001205000',
    'T70000120500021',
    't7000012050002',
    'T700001205000２',
    'T7000012050002\n',
    '',
  ])('is not %j', (text) => {
    expect(isRegistrationNumber(text)).toBe(false);
  });
});
