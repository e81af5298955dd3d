import type { Batch } from '../batch/batch.js';
import type { BatchState } from '../batch/batch-state.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, findBatch, findExpiredBatch } from './find-batch.js';

/** A batch whose details the caller requests. */
export interface DetailsRequest extends BatchRef {
  /** If true, a batch that has expired is also found, as long as anything is known about it. */
  readonly expired?: boolean;
}

/** The facts about a batch that its owner may know. All times in these details are epoch milliseconds. */
export interface BatchDetails {
  readonly batchId: string;
  readonly functionName: string;
  /** The client that requested the batch. */
  readonly clientId: string;
  /** @see Batch.userId */
  readonly userId: string | undefined;
  readonly state: BatchState;
  readonly attempt: number;
  /** The number of records produced so far, and the final number if it is known. */
  readonly progress: { readonly recordCount: number; readonly recordsExpected: number | undefined };
  /** The number of records that report an error, or 0 until the batch has finished. */
  readonly errorCount: number;
  /**
   * The position in the queue: 1 for the oldest waiting batch of the member. Members take turns. The position is given only for
   * waiting batches, and only by `details`.
   */
  readonly queuePosition: number | undefined;
  /** Whether the batch still exists, that is, has not expired. */
  readonly isKept: boolean;
  readonly requestedAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly snapshotAt: number | undefined;
  readonly expiresAt: number | undefined;
  /**
   * The time of the last successful call of `range` or `records` for this batch. Calls of other processes are known within half a
   * minute.
   */
  readonly lastReadAt: number | undefined;
  /** @see BatchStatus */
  readonly isChanges: boolean;
  readonly changeCursor: string | undefined;
  /** The number of keys of removed records. */
  readonly removedCount: number;
  readonly rawBytes: number;
  readonly storedBytes: number;
  readonly reason: string | undefined;
}

/** @see BatchEngine.details */
export async function findDetails(parts: EngineParts, { expired = false, ...ref }: DetailsRequest) {
  const batch = expired ? await findExpiredBatch(parts, ref) : await findBatch(parts, ref);
  const position = batch.state === 'waiting' ? (await parts.batches.countWaitingBefore(batch.id)) + 1 : undefined;
  return {
    ...detailsOf(parts, batch, parts.clock.now()),
    queuePosition: position,
    criteria: batch.criteria,
  };
}

export function detailsOf({ readTimes }: EngineParts, batch: Batch, now: number): BatchDetails {
  const { id, functionName, clientId, userId, state, attempt, recordCount, recordsExpected } = batch;
  const { requestedAt, startedAt, endedAt, snapshotAt, expiresAt, rawBytes, storedBytes, reason } = batch;
  return {
    batchId: String(id),
    functionName,
    clientId,
    userId,
    state,
    attempt,
    progress: { recordCount, recordsExpected },
    errorCount: batch.errorCount,
    queuePosition: undefined,
    isKept: expiresAt === undefined || expiresAt > now,
    requestedAt,
    startedAt,
    endedAt,
    snapshotAt,
    expiresAt,
    lastReadAt: readTimes.latest(batch),
    isChanges: batch.changesSince !== undefined,
    changeCursor: batch.changeCursor,
    removedCount: batch.removedCount,
    rawBytes,
    storedBytes,
    reason,
  };
}
