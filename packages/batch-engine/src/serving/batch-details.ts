import type { Batch } from '../batch/batch.js';
import type { BatchState } from '../batch/batch-state.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, findBatch, findExpiredBatch } from './find-batch.js';

/** A batch about which somebody wants to know everything. */
export interface DetailsRequest extends BatchRef {
  /** Also one that has expired, as long as anything is known about it. */
  readonly expired?: boolean;
}

/** What the owner may know about a batch. Times are epoch milliseconds. */
export interface BatchDetails {
  readonly batchId: string;
  readonly functionName: string;
  /** The client that requested it. */
  readonly clientId: string;
  readonly state: BatchState;
  readonly attempt: number;
  /** Records produced so far, and how many there will be where that is known. */
  readonly progress: { readonly recordCount: number; readonly recordsExpected: number | undefined };
  /** How many of its records report an error; 0 until it has finished. */
  readonly errorCount: number;
  /** 1 for the oldest waiting batch of the member; members take turns. Only while waiting, and only in `details`. */
  readonly queuePosition: number | undefined;
  /** Whether it has not expired. */
  readonly isKept: boolean;
  readonly requestedAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly snapshotAt: number | undefined;
  readonly expiresAt: number | undefined;
  /** When `range` or `records` was last called for it, with success. Calls of other processes are known within half a minute. */
  readonly lastReadAt: number | undefined;
  /** @see BatchStatus */
  readonly isChanges: boolean;
  readonly changeCursor: string | undefined;
  /** How many keys of removed records there are. */
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
  const { id, functionName, clientId, state, attempt, recordCount, recordsExpected } = batch;
  const { requestedAt, startedAt, endedAt, snapshotAt, expiresAt, rawBytes, storedBytes, reason } = batch;
  return {
    batchId: String(id),
    functionName,
    clientId,
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
