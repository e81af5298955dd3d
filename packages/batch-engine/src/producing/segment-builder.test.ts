import { constants, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { recordsPerSegment, SegmentIndex } from '../bytes/segment-index.js';
import { SegmentBuilder } from './segment-builder.js';

const records = (count: number) => Array.from({ length: count }, (_, n) => ({ body: Buffer.from(`{"n":${n}}`) }));

describe('SegmentBuilder', () => {
  it('hands segments on in order, one after the other, however slow the store', async () => {
    const written: number[] = [];
    let writing = 0;
    const builder = new SegmentBuilder(undefined, async ({ number }) => {
      expect(++writing).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      writing--;
      written.push(number);
    });
    await builder.add(records(3000));
    await builder.end();
    expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('lets the source wait while the store is behind', async () => {
    const { promise: stuck, resolve: release } = Promise.withResolvers<void>();
    const builder = new SegmentBuilder(undefined, () => stuck);
    let taken = false;
    const adding = builder.add(records(5000)).finally(() => {
      taken = true;
    });
    // One segment is being written, and one segment waits.
    const held = 2 * recordsPerSegment;
    while (builder.recordCount < held) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([taken, builder.recordCount]).toEqual([false, held]);
    release();
    await adding;
    expect((await builder.end()).recordCount).toBe(5000);
  });

  it('tells for how long it has compressed, which is no longer than everything took', async () => {
    const began = performance.now();
    const builder = new SegmentBuilder(undefined, async () => undefined);
    expect(builder.compressMs).toBe(0);
    await builder.add(records(1000));
    await builder.end();
    expect(builder.compressMs).toBeGreaterThan(0);
    expect(builder.compressMs).toBeLessThanOrEqual(performance.now() - began);
  });

  it('takes records of any size', async () => {
    const sizes = [0, 1, 300_000, 5, 2_000_000];
    const rawBytes = sizes.reduce((sum, size) => sum + size, 0) + sizes.length * 'seq1:'.length + 4;
    const indexes: Uint8Array[] = [];
    const builder = new SegmentBuilder(
      (seq) => `seq${seq}:`,
      async ({ index }) => {
        indexes.push(index);
      },
    );
    await builder.add(sizes.map((size) => ({ body: Buffer.alloc(size, 'x') })));
    expect(await builder.end()).toMatchObject({ recordCount: 5, rawBytes });
    expect(new SegmentIndex(indexes.at(0)!).checksum.length).toBe(rawBytes);
  });

  it('releases the bytes of each record once, when they have been copied', async () => {
    const written: Uint8Array[] = [];
    const builder = new SegmentBuilder(undefined, async ({ data }) => {
      written.push(data);
    });
    const released: number[] = [];
    const passing = records(60).map(({ body }, n) => ({
      body,
      release: () => {
        released.push(n);
        body.fill(0);
      },
    }));
    await builder.add(passing);
    expect(released).toEqual(passing.map((_, n) => n));
    await builder.end();
    const text = inflateRawSync(Buffer.concat(written), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    expect(text).toBe(
      records(60)
        .map(({ body }) => `${body.toString()},`)
        .join(''),
    );
  });

  it('fails when the store fails, and hands on nothing more once abandoned', async () => {
    const written: number[] = [];
    const builder = new SegmentBuilder(undefined, async ({ number }) => {
      if (number === 1) throw new Error('full');
      written.push(number);
    });
    await expect(builder.add(records(5000)).then(() => builder.end())).rejects.toThrow('full');
    await builder.abandon();
    expect(written).toEqual([0]);
  });

  it('hands on nothing more once abandoned, though the store would take it', async () => {
    const written: number[] = [];
    const { promise: stuck, resolve: release } = Promise.withResolvers<void>();
    const builder = new SegmentBuilder(undefined, ({ number }) => {
      written.push(number);
      return stuck;
    });
    const adding = builder.add(records(2 * recordsPerSegment));
    while (written.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const abandoned = builder.abandon();
    release();
    await abandoned;
    await adding;
    expect(written).toEqual([0]);
  });
});
