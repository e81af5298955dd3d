import type { NewSegment, SegmentOwner, SegmentStore, StoredSegment } from '../storage/segment-store.js';

type Kept = NewSegment & Pick<SegmentOwner, 'id' | 'attempt'>;

/** An implementation of `SegmentStore` in memory. */
export class MemorySegmentStore implements SegmentStore {
  #segments: Kept[] = [];

  /** The number of segments that are stored for all batches. */
  get size(): number {
    return this.#segments.length;
  }

  async write({ id, attempt }: SegmentOwner, segments: readonly NewSegment[]): Promise<void> {
    for (const segment of segments) {
      if (this.#range({ id, attempt }, segment.number, segment.number).length > 0) {
        throw new Error(`Segment ${segment.number} is stored already`);
      }
      this.#segments.push({ ...segment, data: Uint8Array.from(segment.data), id, attempt });
    }
  }

  async seal(): Promise<void> {}

  async read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]> {
    return this.#range(owner, first, last).map(({ number, index, data }) => ({
      number,
      index,
      data: data.slice(),
    }));
  }

  async readIndexes(owner: SegmentOwner, first: number, last: number) {
    return this.#range(owner, first, last).map(({ number, index }) => ({ number, index }));
  }

  async readReceipts(owner: SegmentOwner, first: number, last: number) {
    return this.#range(owner, first, last).map(({ receipts }) => receipts ?? []);
  }

  async removeAttempt({ id, attempt }: SegmentOwner): Promise<void> {
    this.#segments = this.#segments.filter((segment) => segment.id !== id || segment.attempt !== attempt);
  }

  async removeEarlierAttempts({ id, attempt }: SegmentOwner): Promise<void> {
    this.#segments = this.#segments.filter((segment) => segment.id !== id || segment.attempt >= attempt);
  }

  async remove({ id }: Pick<SegmentOwner, 'id'>): Promise<void> {
    this.#segments = this.#segments.filter((segment) => segment.id !== id);
  }

  async maintain(): Promise<void> {}

  #range({ id, attempt }: Pick<SegmentOwner, 'id' | 'attempt'>, first: number, last: number): Kept[] {
    return this.#segments
      .filter((each) => each.id === id && each.attempt === attempt && each.number >= first && each.number <= last)
      .toSorted((a, b) => a.number - b.number);
  }
}
