import { batchReason } from '@trading-platform/domain-types';
import type { Batch } from '../batch/batch.js';

/** The reason of a batch that failed because the store is full. */
export const noRoom = batchReason.noRoom;

/** The attempt to which a segment belongs. Each attempt has its own segments. */
export interface SegmentOwner extends Pick<Batch, 'id' | 'attempt' | 'requestedAt'> {}

/**
 * One segment in the form in which it is stored. A segment contains 250 consecutive records, except the last segment of a batch,
 * which may contain fewer.
 */
export interface StoredSegment {
  /** The number of the segment. The segment 0 contains the records 1 to 250. */
  readonly number: number;
  /** The positions of the segment's fragments and records; see `SegmentIndex`. */
  readonly index: Uint8Array;
  /** The compressed bytes of the segment. */
  readonly data: Uint8Array;
}

/** A segment that is to be stored. */
export interface NewSegment extends StoredSegment {
  /** One receipt for each record, in order. Absent if the function gives no receipts. */
  readonly receipts?: readonly string[];
}

/**
 * Port: the store for the bytes of batches. Segments are written once and never changed, so they do not have to be written in the
 * same transaction as the rows of the batches. `seal` must not resolve before all earlier writes are durable and can be read by
 * every process. Only the segments of sealed attempts are read.
 */
export abstract class SegmentStore {
  /**
   * Stores segments of one attempt. The numbers of the segments must be new for this attempt.
   *
   * @throws BatchFailure with `noRoom` when the store is full
   */
  abstract write(owner: SegmentOwner, segments: readonly NewSegment[]): Promise<void>;
  /**
   * Resolves when all segments of the attempt would survive a power failure. After the call of `seal`, nothing more may be
   * written for the attempt.
   */
  abstract seal(owner: SegmentOwner): Promise<void>;
  /** Called when the attempt ends without a call of `seal`. The store stops writing, and frees the memory of the attempt. */
  abandon?(owner: SegmentOwner): Promise<void>;
  /**
   * Returns the segments `first` to `last` in order, both included. Segments that do not exist are omitted. The returned bytes
   * belong to the caller, which may release their memory.
   */
  abstract read(owner: SegmentOwner, first: number, last: number): Promise<readonly StoredSegment[]>;
  /** Returns the same segments without their bytes. */
  abstract readIndexes(
    owner: SegmentOwner,
    first: number,
    last: number,
  ): Promise<readonly Omit<StoredSegment, 'data'>[]>;
  /** Returns the receipts of each of these segments. A segment without receipts has an empty list. */
  abstract readReceipts(owner: SegmentOwner, first: number, last: number): Promise<readonly (readonly string[])[]>;
  /** Removes the segments of this attempt. */
  abstract removeAttempt(owner: SegmentOwner): Promise<void>;
  /** Removes the segments of earlier attempts, but never the segments of a later attempt. */
  abstract removeEarlierAttempts(owner: SegmentOwner): Promise<void>;
  /** Removes all segments of the batch. */
  abstract remove(batch: Pick<Batch, 'id' | 'requestedAt'>): Promise<void>;
  /** Does the maintenance that the store needs from time to time. */
  abstract maintain(now: number): Promise<void>;
}
