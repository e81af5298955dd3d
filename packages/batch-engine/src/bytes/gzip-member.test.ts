import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { gzipEnd, gzipStart, storedByte } from './gzip-member.js';

describe('a gzip member of stored parts', () => {
  it.each([
    [0, 0],
    [1, 0],
    [0, 1],
    [65_535, 65_535],
    [65_536, 65_536],
    [200_000, 131_070],
  ])('reads back a head of %d and a tail of %d bytes', (headLength, tailLength) => {
    const head = Buffer.alloc(headLength, 'head');
    const tail = Buffer.alloc(tailLength, 'tail');
    const whole = Buffer.concat([head, tail]);
    const member = Buffer.concat([gzipStart(head), gzipEnd(tail, crc32(whole), whole.length)]);
    expect(gunzipSync(member).equals(whole)).toBe(true);
  });

  it('is refused by a reader when the checksum is wrong', () => {
    const member = Buffer.concat([gzipStart(Buffer.from('a')), gzipEnd(Buffer.from('b'), 1, 2)]);
    expect(() => gunzipSync(member)).toThrow(/data check/);
  });
});

describe('storedByte', () => {
  it('is that byte and leaves the stream open', () => {
    const final = Buffer.of(1, 0, 0, 0xff, 0xff);
    expect(inflateRawSync(Buffer.concat([storedByte(0x2c), storedByte(0x61), final])).toString()).toBe(',a');
  });
});
