import { freeMemory, type OwnedBytes } from '../bytes/owned-bytes.js';
import { SegmentIndex } from '../bytes/segment-index.js';
import type { StoredSegment } from '../storage/segment-store.js';

/** Approximate memory of one segment beside its bytes. */
const objectBytes = 2_000;

/**
 * A segment in memory. A `release` follows each `take`, when no answer and no thread reads its bytes any more. Its memory is given back
 * when every taker has released it and it has left the cache.
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

  /** A segment that was loaded and not taken yet will be taken soon: it is left alone. */
  #freeIfUnused(): void {
    if (this.#isCached || this.#takers > 0 || !this.#wasReleased) return;
    freeMemory(this.bytes);
  }
}
