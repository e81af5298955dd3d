import { batchReason } from '@trading-platform/domain-types';
import { type BatchState, isFinal } from '../batch/batch-state.js';
import type { EngineParts } from './engine-parts.js';
import { type FunctionBatchRef, useBatch } from './find-batch.js';

/** The answer to a check call (Spec 4.6). */
export interface BatchStatus {
  readonly state: BatchState;
  /** The number of records, or 0 unless the batch is finished. */
  readonly recordCount: number;
  /** The number of records that report an error. */
  readonly errorCount: number;
  /**
   * Whether the batch contains only the changes since an earlier batch, or will contain only these when it is finished.
   */
  readonly isChanges: boolean;
  /** The cursor for later changes, given with the states `finished` and `empty` if the function supports changes. */
  readonly changeCursor: string | undefined;
  /** The reason of the failure, given with the state `failed`. */
  readonly reason: string | undefined;
  /** The time after which the caller should ask again, or undefined if the state can no longer change. */
  readonly retryAfterSeconds: number | undefined;
}

/** @see BatchEngine.confirm */
export async function checkBatch(parts: EngineParts, ref: FunctionBatchRef): Promise<BatchStatus> {
  const { state, reason, recordCount, errorCount, requestedAt, changesSince, changeCursor } = await useBatch(
    parts,
    ref,
  );
  return {
    state,
    recordCount: state === 'finished' ? recordCount : 0,
    errorCount: state === 'finished' ? errorCount : 0,
    isChanges: changesSince !== undefined,
    changeCursor,
    reason: state === 'failed' ? (reason ?? batchReason.notProduced) : undefined,
    retryAfterSeconds: isFinal(state) ? undefined : retryAfterSeconds(parts.clock.now() - requestedAt),
  };
}

/** The time until the next check is short at first and becomes longer while the batch is being produced. */
function retryAfterSeconds(ageMs: number): number {
  return Math.min(30, Math.max(1, Math.floor(ageMs / 10_000)));
}
