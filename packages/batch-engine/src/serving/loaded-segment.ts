import { freeMemory, type OwnedBytes } from '../bytes/owned-bytes.js';
import { SegmentIndex } from '../bytes/segment-index.js';
import type { StoredSegment } from '../storage/segment-store.js';

/** The approximate memory that one segment takes in addition to its bytes. */
const objectBytes = 2_000;

/**
 * A segment that is in memory. For each `take` there must be a `release`, when no answer and no thread reads the bytes any more.
 * The memory of a segment is released when every `take` has been matched by a `release` and the segment is no longer in the
 * cache.
 */
export class LoadedSegment implements OwnedBytes {
  readonly index: SegmentIndex;
  readonly bytes: Uint8Array;
  #takers = 0;
  #wasReleased = false;
  #isCached = false;

  constructor({ index, data }: StoredSegment) {
    this.index = new SegmentIndex(index);
    this.bytes = data;
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.index.byteLength + objectBytes;
  }

  take(): this {
    this.#takers++;
    return this;
  }

  release(): void {
    this.#takers--;
    this.#wasReleased = true;
    this.#freeIfUnused();
  }

  enterCache(): void {
    this.#isCached = true;
  }

  leaveCache(): void {
    this.#isCached = false;
    this.#freeIfUnused();
  }

  /** A segment that was loaded but never taken is kept, because it will be taken soon. */
  #freeIfUnused(): void {
    if (this.#isCached || this.#takers > 0 || !this.#wasReleased) return;
    freeMemory(this.bytes);
  }
}
