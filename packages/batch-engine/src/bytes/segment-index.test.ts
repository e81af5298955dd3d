import { crc32 } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { encodeSegmentIndex, SegmentIndex, separator } from './segment-index.js';

describe('the index of a segment', () => {
  it('tells where fragments and records are, and the checksum of the whole', () => {
    const raws = ['aa,bb', 'ccc', 'd,e,f'].map((text) => Buffer.from(text));
    const offsets = [[0, 3], [0], [0, 2, 4]];
    const index = new SegmentIndex(
      encodeSegmentIndex(
        raws.map((raw, n) => ({
          compressedLength: 10 + n,
          rawLength: raw.length,
          crc: crc32(raw),
          offsets: offsets.at(n)!,
        })),
      ),
    );
    const gap = separator.data.length;
    expect(index.recordCount).toBe(6);
    expect(index.compressedLength).toBe(10 + 11 + 12 + 2 * gap);
    expect(index.checksum).toMatchObject({ crc: crc32('aa,bb,ccc,d,e,f'), length: 15 });
    expect(
      index.fragments.map(({ start, end, firstRecord, recordCount }) => ({ start, end, firstRecord, recordCount })),
    ).toEqual([
      { start: 0, end: 10, firstRecord: 0, recordCount: 2 },
      { start: 10 + gap, end: 21 + gap, firstRecord: 2, recordCount: 1 },
      { start: 21 + 2 * gap, end: 33 + 2 * gap, firstRecord: 3, recordCount: 3 },
    ]);
    expect(index.fragments.map(({ offsetOf }) => [0, 1, 2, 3].map(offsetOf))).toEqual([
      [0, 3, 6, 6],
      [0, 4, 4, 4],
      [0, 2, 4, 6],
    ]);
  });

  it('survives any place in memory', () => {
    const encoded = encodeSegmentIndex([{ compressedLength: 1, rawLength: 2, crc: 3, offsets: [0] }]);
    const shifted = Buffer.concat([Buffer.of(9), encoded]).subarray(1);
    expect(new SegmentIndex(shifted).checksum).toEqual(new SegmentIndex(encoded).checksum);
    expect(new SegmentIndex(shifted).fragments.at(0)?.end).toBe(1);
  });
});
