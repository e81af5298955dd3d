import type { NewSegment, SegmentOwner, SegmentStore, StoredSegment } from './segment-store.js';

/**
 * Writes segments to one store. Segments can still be read and removed in the store that was used before. With both stores, an
 * installation can change to the new store while it still has batches in the former store.
 */
export class SegmentsWithFormer implements SegmentStore {
  readonly #current: SegmentStore;
  readonly #former: SegmentStore;

  constructor(current: SegmentStore, former: SegmentStore) {
    this.#current = current;
    this.#former = former;
  }

  write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    return this.#current.write(owner, segments);
  }

  seal(owner: SegmentOwner): Promise<void> {
    return this.#current.seal(owner);
  }

  async abandon(owner: SegmentOwner): Promise<void> {
    await this.#current.abandon?.(owner);
  }

  read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    return this.#whereFound((store) => store.read(owner, first, last));
  }

  readIndexes(owner: SegmentOwner, first: number, last: number): Promise<readonly Omit<StoredSegment, 'data'>[]> {
    return this.#whereFound((store) => store.readIndexes(owner, first, last));
  }

  readReceipts(owner: SegmentOwner, first: number, last: number): Promise<readonly (readonly string[])[]> {
    return this.#whereFound((store) => store.readReceipts(owner, first, last));
  }

  removeAttempt(owner: SegmentOwner): Promise<void> {
    return this.#inBoth((store) => store.removeAttempt(owner));
  }

  removeEarlierAttempts(owner: SegmentOwner): Promise<void> {
    return this.#inBoth((store) => store.removeEarlierAttempts(owner));
  }

  remove(batch: Pick<SegmentOwner, 'id' | 'requestedAt'>): Promise<void> {
    return this.#inBoth((store) => store.remove(batch));
  }

  maintain(now: number): Promise<void> {
    return this.#inBoth((store) => store.maintain(now));
  }

  /** Each batch is in one of the two stores. */
  async #whereFound<T>(read: (store: SegmentStore) => Promise<readonly T[]>): Promise<readonly T[]> {
    const found = await read(this.#current);
    return found.length > 0 ? found : read(this.#former);
  }

  async #inBoth(change: (store: SegmentStore) => Promise<void>): Promise<void> {
    await change(this.#former);
    await change(this.#current);
  }
}
