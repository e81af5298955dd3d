import { LRUCache } from 'lru-cache';
import { decodeSegmentIndex, type SegmentIndex } from '../bytes/segment-index.js';
import type { SegmentOwner, SegmentStore, StoredSegment } from './segment-store.js';

/** A segment in memory. */
export interface LoadedSegment {
  readonly index: SegmentIndex;
  readonly data: Uint8Array;
}

/** A segment is gone although its batch is not: the store has lost data, or the batch was removed meanwhile. */
export class SegmentMissingError extends Error {
  override readonly name = 'SegmentMissingError';
}

/** Hot segments in memory, compressed as they are stored, bounded by their bytes. Segments never change. */
export class SegmentCache {
  readonly #store: SegmentStore;
  readonly #segments: LRUCache<string, LoadedSegment>;
  readonly #loading = new Map<string, Promise<readonly LoadedSegment[]>>();

  constructor(store: SegmentStore, maxBytes: number) {
    this.#store = store;
    this.#segments = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: sizeOf });
  }

  /** Segments `first` to `last`, at once where all of them are in memory. */
  load(owner: SegmentOwner, first: number, last: number): readonly LoadedSegment[] | Promise<readonly LoadedSegment[]> {
    const prefix = `${owner.id}:${owner.attempt}:`;
    const hits: LoadedSegment[] = [];
    for (let number = first; number <= last; number++) {
      const hit = this.#segments.get(prefix + number);
      if (hit === undefined) return this.#read(owner, prefix, first, last);
      hits.push(hit);
    }
    return hits;
  }

  /** The indexes of segments `first` to `last`, without bringing their bytes into memory. */
  async loadIndexes(owner: SegmentOwner, first: number, last: number): Promise<readonly SegmentIndex[]> {
    const found = await this.#store.readIndexes(owner, first, last);
    assertComplete(found, first, last);
    return found.map(({ index }) => decodeSegmentIndex(index));
  }

  /** Requests for the same segments at the same time share one read. */
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
    return stored.map(({ number, index, data }) => {
      const segment = { index: decodeSegmentIndex(index), data };
      this.#segments.set(prefix + number, segment);
      return segment;
    });
  }
}

function sizeOf({ index, data }: LoadedSegment): number {
  return data.byteLength + index.recordCount * 4 + index.fragments.length * 200 + 200;
}

function assertComplete(found: readonly Pick<StoredSegment, 'number'>[], first: number, last: number): void {
  if (found.length !== last - first + 1) {
    throw new SegmentMissingError(`Of segments ${first} to ${last} only ${found.length} are stored`);
  }
}
