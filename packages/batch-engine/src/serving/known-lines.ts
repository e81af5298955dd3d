import { LRUCache } from 'lru-cache';
import { SegmentLines } from '../bytes/segment-lines.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import type { LoadedSegment } from './loaded-segment.js';

/** Enough for the lines of half a million records of usual size. */
const bytesAtMost = 8 * 1024 * 1024;

/**
 * How the segments that were read as lines lately are sent as such: learnt when a segment is read for the first time, so that
 * from then on reading it as lines costs next to nothing. Nothing is stored for those that are never read so.
 */
export class KnownLines {
  readonly #known = new LRUCache<string, SegmentLines>({
    maxSize: bytesAtMost,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  readonly #learning = new Map<string, Promise<SegmentLines>>();

  /** Those who ask for the same segment at the same time learn it together. The segment stays taken until then. */
  of(owner: SegmentOwner, number: number, { index, data }: LoadedSegment): SegmentLines | Promise<SegmentLines> {
    const key = `${owner.id}:${owner.attempt}:${number}`;
    return this.#known.get(key) ?? this.#learning.get(key) ?? this.#learn(key, SegmentLines.of(index, data));
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
