import { batchReason } from '@trading-platform/domain-types';
import { type BatchState, isFinal } from '../batch/batch-state.js';
import type { EngineParts } from './engine-parts.js';
import { type FunctionBatchRef, useBatch } from './find-batch.js';

/** The answer to a check (Spec 4.6). */
export interface BatchStatus {
  readonly state: BatchState;
  /** 0 unless finished. */
  readonly recordCount: number;
  /** How many of these records report an error. */
  readonly errorCount: number;
  /** Whether the batch has, or will have, only the changes since an earlier one. */
  readonly isChanges: boolean;
  /** With `finished` and `empty`, where the function supports changes. */
  readonly changeCursor: string | undefined;
  /** With `failed`. */
  readonly reason: string | undefined;
  /** When to ask again; undefined once the state is final. */
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

/** Short at first, longer the longer the batch takes. */
function retryAfterSeconds(ageMs: number): number {
  return Math.min(30, Math.max(1, Math.floor(ageMs / 10_000)));
}
