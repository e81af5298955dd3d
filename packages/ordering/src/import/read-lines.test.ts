import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLines } from './read-lines.js';

async function linesOf(chunks: readonly (string | Uint8Array)[], longestLine = 100) {
  const input = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const lines: [number, string | undefined][] = [];
  for await (const read of readLines(input, longestLine)) {
    for (const { number, bytes } of read) lines.push([number, bytes?.toString('utf8')]);
  }
  return lines;
}

describe('reading lines', () => {
  it('ends the last line with the file', async () => {
    expect(await linesOf(['a\nb'])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(await linesOf(['a\n'])).toEqual([[1, 'a']]);
    expect(await linesOf([])).toEqual([]);
  });

  it('counts blank lines and passes over a byte order mark', async () => {
    expect(await linesOf([Buffer.from([0xef, 0xbb, 0xbf]), 'a\n\nb'])).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'b'],
    ]);
  });

  it('holds at most the longest line, and goes on after a longer one', async () => {
    expect(await linesOf(['aaa', 'aaa\nbb\n', 'cccccc\n', 'd'], 5)).toEqual([
      [1, undefined],
      [2, 'bb'],
      [3, undefined],
      [4, 'd'],
    ]);
    expect(await linesOf(['aaa', 'aaa'], 5)).toEqual([[1, undefined]]);
    expect(await linesOf(['aaaaa\n'], 5)).toEqual([[1, 'aaaaa']]);
  });

  it('reads the same lines however the bytes arrive', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '日', '𠮷'), maxLength: 8 })),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (texts, sizes) => {
        const file = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let start = 0, turn = 0; start < file.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(file.subarray(start, start + size));
          start += size;
        }
        expect(await linesOf(chunks)).toEqual(texts.map((text, index) => [index + 1, text]));
      },
    );
    await fc.assert(property);
  });
});
