import { LRUCache } from 'lru-cache';
import { SegmentLines } from '../bytes/segment-lines.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import type { LoadedSegment } from './loaded-segment.js';

/** Enough for the lines of half a million records of usual size. */
const bytesAtMost = 8 * 1024 * 1024;

/**
 * Remembers the changes that make lines of a segment. They are found when a segment is first read as lines; from then on reading costs
 * next to nothing. Segments that nobody reads as lines cost nothing.
 */
export class KnownLines {
  readonly #known = new LRUCache<string, SegmentLines>({
    maxSize: bytesAtMost,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  readonly #learning = new Map<string, Promise<SegmentLines>>();

  /** Requests for the same segment at the same time share one search. The segment stays taken until its end. */
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
