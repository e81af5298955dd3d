import { LRUCache } from 'lru-cache';
import { SegmentIndex } from '../bytes/segment-index.js';
import type { SegmentOwner, SegmentStore, StoredSegment } from '../storage/segment-store.js';
import { LoadedSegment } from './loaded-segment.js';

/**
 * Thrown if a segment is missing although its batch exists: either the store has lost data, or the batch was removed in the
 * meantime.
 */
export class SegmentMissingError extends Error {
  override readonly name = 'SegmentMissingError';
}

/** The number of lookups since the start that were answered from memory, and the number of lookups that required a read. */
export interface CacheLookups {
  readonly hits: number;
  readonly misses: number;
}

/**
 * A cache of segments in their compressed form, limited by their total number of bytes. Segments never change, so cached segments
 * are always valid.
 */
export class SegmentCache {
  readonly #store: SegmentStore;
  readonly #segments: LRUCache<string, LoadedSegment>;
  readonly #loading = new Map<string, Promise<readonly LoadedSegment[]>>();
  #hits = 0;
  #misses = 0;

  constructor(store: SegmentStore, maxBytes: number) {
    this.#store = store;
    this.#segments = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (segment) => segment.byteLength,
      onInsert: (segment) => segment.enterCache(),
      dispose: (segment) => segment.leaveCache(),
    });
  }

  get lookups(): CacheLookups {
    return { hits: this.#hits, misses: this.#misses };
  }

  /**
   * Returns the segments `first` to `last`. If all segments are in memory, the result is not a promise. The caller must release
   * each segment when it no longer needs the bytes.
   */
  take(owner: SegmentOwner, first: number, last: number): readonly LoadedSegment[] | Promise<readonly LoadedSegment[]> {
    const prefix = `${owner.id}:${owner.attempt}:`;
    const segments: (LoadedSegment | undefined)[] = [];
    for (let number = first; number <= last; number++) {
      const segment = this.#segments.get(prefix + number)?.take();
      if (segment === undefined) this.#misses++;
      else this.#hits++;
      segments.push(segment);
    }
    const firstMissing = segments.indexOf(undefined);
    if (firstMissing < 0) return segments as LoadedSegment[];
    return this.#fill(owner, prefix, first, segments, firstMissing);
  }

  async #fill(
    owner: SegmentOwner,
    prefix: string,
    first: number,
    segments: (LoadedSegment | undefined)[],
    firstMissing: number,
  ): Promise<readonly LoadedSegment[]> {
    const from = first + firstMissing;
    const found = await this.#read(owner, prefix, from, first + segments.lastIndexOf(undefined));
    for (const [position, segment] of found.entries()) segments[firstMissing + position] ??= segment.take();
    return segments as LoadedSegment[];
  }

  /** Returns the indexes of the segments `first` to `last` without loading their bytes into memory. */
  async loadIndexes(owner: SegmentOwner, first: number, last: number): Promise<readonly SegmentIndex[]> {
    const found = await this.#store.readIndexes(owner, first, last);
    assertComplete(found, first, last);
    return found.map(({ index }) => new SegmentIndex(index));
  }

  /** Simultaneous requests for the same segments share one read. */
  #read(owner: SegmentOwner, prefix: string, first: number, last: number): Promise<readonly LoadedSegment[]> {
    const key = `${prefix}${first}-${last}`;
    let reading = this.#loading.get(key);
    if (reading === undefined) {
      reading = this.#readStored(owner, prefix, first, last).finally(() => this.#loading.delete(key));
      this.#loading.set(key, reading);
    }
    return reading;
  }

  async #readStored(owner: SegmentOwner, prefix: string, first: number, last: number) {
    const stored = await this.#store.read(owner, first, last);
    assertComplete(stored, first, last);
    return stored.map((each) => {
      const segment = new LoadedSegment(each);
      this.#segments.set(prefix + each.number, segment);
      return segment;
    });
  }
}

function assertComplete(found: readonly Pick<StoredSegment, 'number'>[], first: number, last: number): void {
  if (found.length !== last - first + 1) {
    throw new SegmentMissingError(`Of segments ${first} to ${last} only ${found.length} are stored`);
  }
}
