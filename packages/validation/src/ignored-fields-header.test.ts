import { describe, expect, it } from '@jest/globals';
import { ignoredFieldsHeader } from './ignored-fields-header.js';

describe('the value of X-Ignored-Fields', () => {
  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [['color'], 'color'],
    [['color', 'details_list[].size'], 'color, details_list[].size'],
    [['a,b', '100%', 'a b'], 'a%2Cb, 100%25, a%20b'],
    [['色', 'a\r\nSet-Cookie: x=1', '\0', '\x7f'], '%E8%89%B2, a%0D%0ASet-Cookie:%20x=1, %00, %7F'],
    [['\ud800'], '%EF%BF%BD'],
    [['𩸽'], '%F0%A9%B8%BD'],
  ])('of %j is %j', (names, header) => {
    expect(ignoredFieldsHeader(names)).toBe(header);
  });

  it('is bounded, whatever the names', () => {
    const header = ignoredFieldsHeader(Array.from({ length: 100 }, (_, index) => `${index}${'色'.repeat(5_000)}`));

    expect(header).toMatch(/^[!-~ ]{1,2000}$/);
  });
});
