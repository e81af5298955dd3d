import { describe, expect, it } from '@jest/globals';
import { matchesEntityTag } from './entity-tag.js';

describe('matchesEntityTag', () => {
  it.each([
    [undefined, false],
    ['"1-2"', true],
    ['W/"1-2"', true],
    ['"0", "1-2"', true],
    ['*', true],
    ['"1-3"', false],
    ['1-2', false],
  ])('%j: %j', (header, matches) => {
    expect(matchesEntityTag(header, '"1-2"')).toBe(matches);
  });
});
