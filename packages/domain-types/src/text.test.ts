import { describe, expect, it } from '@jest/globals';
import { countCharacters, hasAtMost, hasControlCharacter } from './text.js';

describe('the length of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['鶏肉', 2],
    ['𠮷野家', 3],
    ['👩‍🍳', 3],
    ['\ud842', 1],
  ])('of %j is %d', (text, characters) => {
    expect(countCharacters(text)).toBe(characters);
    expect(hasAtMost(text, characters)).toBe(true);
    expect(hasAtMost(text, characters - 1)).toBe(false);
  });

  it('is not counted where it cannot fit', () => {
    const endless = { length: 21, [Symbol.iterator]: () => expect('counted').toBe('left alone') };
    expect(hasAtMost(endless as unknown as string, 10)).toBe(false);
  });
});

describe('a control character', () => {
  it.each(['\0', 'a\nb', '\t', '\x1f', '\x7f', '\x80', '\x9f'])('is in %j', (text) => {
    expect(hasControlCharacter(text)).toBe(true);
  });

  it.each(['', 'a b', '\xa0', '鶏', '\u200b', '𠮷'])('is not in %j', (text) => {
    expect(hasControlCharacter(text)).toBe(false);
  });
});
