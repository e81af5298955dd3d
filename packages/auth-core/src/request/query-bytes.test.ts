import { describe, expect, it } from '@jest/globals';
import { encodeBytes, readQueryBytes, writeQueryBytes } from './query-bytes.js';

const normal = (query: string) => writeQueryBytes(readQueryBytes(query));

describe('the bytes of a query string', () => {
  it.each([
    ['', ''],
    ['a=1&b=2', 'a=1&b=2'],
    ['&&a=1&', 'a=1'],
    ['a', 'a='],
    ['a=b=c', 'a=b%3Dc'],
    ['a=b+c', 'a=b%20c'],
    ['a=%zz%4&%61=%41%2b', 'a=%25zz%254&a=A%2B'],
    ['a=%ff%FE%80&b=%E3%81%82', 'a=%FF%FE%80&b=%E3%81%82'],
    ['a=\xe3\x81\x82\xff"<>', 'a=%E3%81%82%FF%22%3C%3E'],
  ])('%j is written as %j, and read again the same', (query, written) => {
    expect(normal(query)).toBe(written);
    expect(normal(written)).toBe(written);
  });

  it('are encoded as encodeURIComponent does it, where they are text', () => {
    const text = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).join('') + '日本\u{1f363}';
    expect(encodeBytes(Buffer.from(text))).toBe(encodeURIComponent(text));
  });
});
