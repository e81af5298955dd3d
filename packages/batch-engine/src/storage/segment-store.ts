import { batchReason } from '@trading-platform/domain-types';
import type { Batch } from '../batch/batch.js';

/** The reason of a batch that failed because the store is full. */
export const noRoom = batchReason.noRoom;

/** The attempt that a segment belongs to. Another attempt has other segments. */
export interface SegmentOwner extends Pick<Batch, 'id' | 'attempt' | 'requestedAt'> {}

/** One segment as stored: 250 consecutive records; the last segment of a batch may hold fewer. */
export interface StoredSegment {
  /** 0 for the records 1 to 250. */
  readonly number: number;
  /** The places of its fragments and records; see `SegmentIndex`. */
  readonly index: Uint8Array;
  /** Its compressed bytes. */
  readonly data: Uint8Array;
}

/** A segment to be stored. */
export interface NewSegment extends StoredSegment {
  /** One receipt for each record, in order; absent if the function gives none. */
  readonly receipts?: readonly string[];
}

/**
 * Port: the bytes of batches. Segments are written once and never changed, so they need no transaction with the rows of the
 * batches. `seal` must not resolve before all earlier writes are durable and every process can read them. Only the segments of
 * sealed attempts are read.
 */
export abstract class SegmentStore {
  /**
   * Stores segments of one attempt; the numbers are new for it.
   *
   * @throws BatchFailure with `noRoom` when the store is full
   */
  abstract write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void>;
  /** Resolves when all segments of the attempt would survive a power failure. Nothing is written after it. */
  abstract seal(owner: SegmentOwner): Promise<void>;
  /** Called when the attempt ends without a seal: ends its writes and gives memory back. */
  abandon?(owner: SegmentOwner): Promise<void>;
  /**
   * Segments `first` to `last` inclusive, in order. Missing ones are left out. The bytes belong to the caller, which may free
   * their memory.
   */
  abstract read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]>;
  /** The same without their bytes. */
  abstract readIndexes(
    owner: SegmentOwner,
    first: number,
    last: number,
  ): Promise<readonly Omit<StoredSegment, 'data'>[]>;
  /** The receipts of each of these segments; an empty list where there are none. */
  abstract readReceipts(owner: SegmentOwner, first: number, last: number): Promise<readonly (readonly string[])[]>;
  /** Removes the segments of this attempt. */
  abstract removeAttempt(owner: SegmentOwner): Promise<void>;
  /** Removes the segments of earlier attempts, and never those of a later one. */
  abstract removeEarlierAttempts(owner: SegmentOwner): Promise<void>;
  /** Removes all segments of the batch. */
  abstract remove(batch: Pick<Batch, 'id' | 'requestedAt'>): Promise<void>;
  /** Upkeep that the store needs from time to time. */
  abstract maintain(now: number): Promise<void>;
}
