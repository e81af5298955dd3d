import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SegmentOwner, StoredSegment } from '../storage/segment-store.js';
import { MemorySegmentStore } from '../testing/memory-segment-store.js';
import { SegmentCache, SegmentMissingError } from './segment-cache.js';

const owner = { id: 1, attempt: 1, requestedAt: 0 };
/** A size that is greater than the buffers that Node takes from its pool. */
const dataBytes = 2 * Buffer.poolSize;
/** The cache has room for two segments. */
const cacheBytes = 2.5 * dataBytes;

class CountingStore extends MemorySegmentStore {
  reads: string[] = [];

  override read(of: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    this.reads.push(`${first}-${last}`);
    return super.read(of, first, last);
  }
}

describe('the cache of segments', () => {
  let store: CountingStore;
  let cache: SegmentCache;

  beforeEach(async () => {
    store = new CountingStore();
    cache = new SegmentCache(store, cacheBytes);
    const segments = [0, 1, 2, 3].map((number) => ({
      number,
      index: new Uint8Array(64),
      data: new Uint8Array(dataBytes).fill(number),
    }));
    await store.write(owner, segments);
  });

  const takeOne = async (number: number) => {
    const [segment] = await cache.take(owner, number, number);
    if (segment === undefined) throw new Error(`No segment ${number}`);
    return segment;
  };

  it('reads a segment once, whoever asks at the same time or afterwards', async () => {
    const [first, second] = await Promise.all([takeOne(0), takeOne(0)]);
    expect(second).toBe(first);
    expect(cache.take(owner, 0, 0)).toEqual([first]);
    expect(store.reads).toEqual(['0-0']);
    await cache.take(owner, 0, 1);
    expect(store.reads).toEqual(['0-0', '1-1']);
    expect(cache.lookups).toEqual({ hits: 2, misses: 3 });
  });

  it('gives back the memory of a segment that it drops and nobody reads', async () => {
    const segment = await takeOne(0);
    segment.release();
    expect(segment.bytes[0]).toBe(0);
    for (const number of [1, 2]) (await takeOne(number)).release();
    expect(segment.bytes).toHaveLength(0);
  });

  it('leaves the memory of a dropped segment to those who read it', async () => {
    const [segment] = await Promise.all([takeOne(3), takeOne(3)]);
    for (const number of [1, 2]) (await takeOne(number)).release();
    segment.release();
    expect([segment.bytes.length, segment.bytes[0]]).toEqual([dataBytes, 3]);
    segment.release();
    expect(segment.bytes).toHaveLength(0);
  });

  it('says of which segments some are gone', async () => {
    await expect(takeOne(4)).rejects.toThrow(SegmentMissingError);
    await expect(cache.loadIndexes(owner, 3, 4)).rejects.toThrow('Of segments 3 to 4 only 1 are stored');
  });
});
