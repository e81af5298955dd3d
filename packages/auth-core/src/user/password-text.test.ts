import { describe, expect, it } from '@jest/globals';
import { isPasswordText, normalPassword } from './password-text.js';

/** The first five examples come from RFC 8265 4.3. */
describe('a password', () => {
  it.each([
    ['correct horse battery staple', 'correct horse battery staple'],
    ['Correct Horse Battery Staple', 'Correct Horse Battery Staple'],
    ['\u03c0\u00df\u00e5', '\u03c0\u00df\u00e5'],
    ['Jack of \u2666s', 'Jack of \u2666s'],
    ['foo\u1680bar', 'foo bar'],
    ['cafe\u0301', 'caf\u00e9'],
    ['\u304b\u3099', '\u304c'],
    ['\u3000 \u00a0', '   '],
    ['ｆｕｌｌ', 'ｆｕｌｌ'],
    ['\u1112\u1161\u11ab', '\ud55c'],
  ])('%j is %j, and may be set', (typed, normal) => {
    expect(normalPassword(typed)).toBe(normal);
    expect(isPasswordText(normal)).toBe(true);
  });

  it.each(['', 'my cat is a \u0009by', 'a\0b', 'a\u200bb', 'a\u00adb', '\ud800', '\uffff', '\u1112', 'a\u2028b'])(
    '%j may not be set',
    (normal) => {
      expect(isPasswordText(normal)).toBe(false);
    },
  );
});
