import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyOf } from './body-of.js';

it('is the UTF-8 of any record without its first character', () => {
  const property = fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(bodyOf(`{${text}`).equals(Buffer.from(text))).toBe(true);
  });
  fc.assert(property, { numRuns: 500 });
});

it.each([1, 1024 * 1024])('is so for a text of %i characters too', (length) => {
  const text = '菜'.repeat(length);
  expect(bodyOf(`{${text}`).equals(Buffer.from(text))).toBe(true);
});
