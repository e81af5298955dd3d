import { constants, inflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CutPiece, piecesOf } from '../bytes/pieces.js';
import { SegmentIndex } from '../bytes/segment-index.js';
import { SegmentBuilder } from '../producing/segment-builder.js';
import type { NewSegment } from '../storage/segment-store.js';
import { CutEnds } from './cut-ends.js';

const owner = { id: 1, attempt: 1, requestedAt: 0 };
const records = Array.from({ length: 25 }, (_, n) => `{"n":${n},"text":"${'あb'.repeat(n * 7)}"}`);
const textOf = (deflated: Uint8Array) => inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }).toString();

describe('the cache of cut ends', () => {
  let segment: NewSegment;

  beforeAll(async () => {
    const builder = new SegmentBuilder(undefined, async (built) => void (segment = built));
    await builder.add(records.map((record) => ({ body: Buffer.from(record) })));
    await builder.end();
  });

  /** The records `from` to `to`, which are a part of the only fragment. */
  const partOf = (from: number, to: number): CutPiece => {
    const [piece] = piecesOf(0, new SegmentIndex(segment.index), from, to);
    if (piece?.kind !== 'cut') throw new Error('The fragment is not cut');
    return piece;
  };

  it('makes an end once, whoever asks at the same time or afterwards', async () => {
    const ends = new CutEnds();
    const making = [ends.of(owner, partOf(3, 24), segment.data), ends.of(owner, partOf(3, 24), segment.data)];
    expect(making[1]).toBe(making[0]);
    const made = await making[0];
    expect(ends.of(owner, partOf(3, 24), segment.data)).toBe(made);
  });

  it('keeps apart all parts of a fragment, and the attempts of a batch', async () => {
    const ends = new CutEnds();
    for (const [from, to] of [
      [3, 24],
      [0, 3],
      [3, 4],
    ] as const) {
      const { bytes, checksum } = await ends.of(owner, partOf(from, to), segment.data);
      const wanted = records.slice(from, to + 1).join(',');
      expect(textOf(bytes)).toBe(wanted);
      expect(checksum.length).toBe(Buffer.byteLength(wanted));
    }
    const ofLater = ends.of({ ...owner, attempt: 2 }, partOf(3, 24), segment.data);
    expect(await ofLater).not.toBe(await ends.of(owner, partOf(3, 24), segment.data));
  });

  it('holds no more memory than the bytes that it keeps', async () => {
    const { bytes } = await new CutEnds().of(owner, partOf(3, 24), segment.data);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('tries again after a failure', async () => {
    const ends = new CutEnds();
    const damaged = Buffer.alloc(segment.data.length, 0xff);
    await expect(ends.of(owner, partOf(3, 24), damaged)).rejects.toThrow('invalid');
    expect(textOf((await ends.of(owner, partOf(3, 24), segment.data)).bytes)).toBe(records.slice(3).join(','));
  });
});
