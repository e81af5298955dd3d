import { LRUCache } from 'lru-cache';
import { SegmentLines } from '../bytes/segment-lines.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import type { LoadedSegment } from './loaded-segment.js';

/** The size of the cache in bytes, which is enough for the lines of half a million records of usual size. */
const bytesAtMost = 8 * 1024 * 1024;

/**
 * Caches the changes that turn stored segments into lines. The changes are found when a segment is first read as lines. After the
 * changes of a segment have been found, reading the segment as lines takes almost no extra time. A segment that is never read as
 * lines causes no cost.
 */
export class KnownLines {
  readonly #known = new LRUCache<string, SegmentLines>({
    maxSize: bytesAtMost,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  readonly #learning = new Map<string, Promise<SegmentLines>>();

  /** Simultaneous requests for the same segment share one search. The segment is kept in memory until the search has ended. */
  of(owner: SegmentOwner, number: number, { index, bytes }: LoadedSegment): SegmentLines | Promise<SegmentLines> {
    const key = `${owner.id}:${owner.attempt}:${number}`;
    return this.#known.get(key) ?? this.#learning.get(key) ?? this.#learn(key, SegmentLines.of(index, bytes));
  }

  #learn(key: string, lines: Promise<SegmentLines>): Promise<SegmentLines> {
    const learning = lines
      .then((learnt) => {
        this.#known.set(key, learnt);
        return learnt;
      })
      .finally(() => this.#learning.delete(key));
    this.#learning.set(key, learning);
    return learning;
  }
}
