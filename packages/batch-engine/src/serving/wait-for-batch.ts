import { parseBatchId } from '../batch/batch.js';
import { isFinal } from '../batch/batch-state.js';
import type { Wait } from './batch-waits.js';
import { type BatchStatus, checkBatch } from './check-batch.js';
import type { EngineParts } from './engine-parts.js';
import type { FunctionBatchRef } from './find-batch.js';

/** The answer to a check call that waits for the end of the batch. */
export interface WaitedStatus extends BatchStatus {
  /** Whether the call waited for its full time, or until the batch ended. */
  readonly waited: boolean;
}

/** @see BatchEngine.wait */
export async function waitForBatch(parts: EngineParts, ref: FunctionBatchRef, wait: Wait): Promise<WaitedStatus> {
  const waiter = parts.waits.enter(parseBatchId(ref.batchId) ?? 0, ref, wait);
  try {
    const now = await checkBatch(parts, ref);
    if (isFinal(now.state)) return { ...now, waited: true };
    const over = await waiter?.over;
    if (over === undefined || over === 'left') return { ...now, waited: false };
    return { ...(await checkBatch(parts, ref)), waited: over !== 'closed' };
  } finally {
    waiter?.leave();
  }
}
