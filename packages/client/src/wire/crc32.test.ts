import { randomBytes } from 'node:crypto';
import { crc32 as expected } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { crc32, portableCrc32 } from './crc32.js';

describe('crc32', () => {
  it.each([
    ['built in', crc32],
    ['portable', portableCrc32],
  ])('is, %s, what zlib computes, for every length and place in memory', (_which, checksum) => {
    const bytes = randomBytes(1_000);
    for (let from = 0; from < 16; from++) {
      for (let to = from; to < from + 40; to++)
        expect(checksum(bytes.subarray(from, to))).toBe(expected(bytes.subarray(from, to)));
    }
    expect(checksum(bytes)).toBe(expected(bytes));
  });
});
