import { SegmentIndex } from '../bytes/segment-index.js';
import { freeMemory } from '../bytes/sent-pieces.js';
import type { StoredSegment } from '../storage/segment-store.js';

/** About what the objects of one segment take beside their bytes. */
const objectBytes = 2_000;

/**
 * A segment in memory. Whoever takes it releases it when no answer and no thread reads its bytes any more; once it has
 * left the cache as well, its memory is given back at once. If somebody never releases it, the garbage collector does
 * this later, so a forgotten release is no defect, but an early one would be.
 */
export class LoadedSegment {
  readonly index: SegmentIndex;
  readonly data: Uint8Array;
  #takers = 0;
  #wasReleased = false;
  #isCached = false;

  constructor({ index, data }: StoredSegment) {
    this.index = new SegmentIndex(index);
    this.data = data;
  }

  get byteLength(): number {
    return this.data.byteLength + this.index.byteLength + objectBytes;
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

  /** A segment that was loaded and not taken yet is about to be: it is left alone. */
  #freeIfUnused(): void {
    if (this.#isCached || this.#takers > 0 || !this.#wasReleased) return;
    freeMemory(this.data);
  }
}
