import { describe, expect, it } from '@jest/globals';
import { table } from './output.js';

describe('a table', () => {
  const rows = [
    ['NAME', 'SAID'],
    ['東京', 'one two three four five six'],
    ['Osaka', 'one'],
  ];

  it('aligns its columns, also of Japanese texts', () => {
    expect(table(rows, 80)).toBe('NAME   SAID\n東京   one two three four five six\nOsaka  one');
  });

  it('wraps its last column on a narrow terminal, but never to less than 24 places', () => {
    const narrow = 'NAME   SAID\n東京   one two three four five\n       six\nOsaka  one';
    expect(table(rows, 31)).toBe(narrow);
    expect(table(rows, 10)).toBe(narrow);
  });
});
