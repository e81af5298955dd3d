import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { packCodes, packedCode } from './packed-codes.js';

describe('packed codes', () => {
  it('hold exactly the codes that were packed', () => {
    const code = fc.stringMatching(/^["\\,\na1 ]{1,3}$/);
    const property = fc.property(fc.array(code), code, (codes, wanted) => {
      expect(packCodes(codes).includes(packedCode(wanted))).toBe(codes.includes(wanted));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('leave out empty codes', () => {
    expect(packCodes(['', ''])).toBe('');
    expect(packCodes(['', 'a', 'a'])).toBe('\n"a"\n');
  });
});
