import type { BatchState, BatchStatus } from '@trading-platform/batch-engine';
import { type BatchFlg, batchFlg, type ErrorEntry, errorCode, errorTable } from '@trading-platform/domain-types';
import { errorOf } from '../http/api-refusal.js';

/** The value of `batch_flg` for each state (Spec 3). */
export const flgOfState: Readonly<Record<BatchState, BatchFlg>> = {
  waiting: batchFlg.waiting,
  processing: batchFlg.processing,
  finished: batchFlg.finished,
  empty: batchFlg.empty,
  cancelled: batchFlg.cancelled,
  failed: batchFlg.failed,
};

/** Explains why a get call finds no records, in the words that the contract uses for the state of the batch (Spec 3, E000010). */
export function nothingToGet(state: BatchState | undefined): string {
  switch (state) {
    case 'waiting':
    case 'processing':
      return `The batch is still ${state} (${flgText(state)}): check it again, and get when batch_flg is 3.`;
    case 'cancelled':
      return `The batch was aborted (${flgText(state)}): request it again.`;
    case 'failed':
      return `The batch has ended with an error (${flgText(state)}): check it for the reason, and request it again.`;
    default:
      return errorTable[errorCode.batchNotFinished].detail;
  }
}

function flgText(state: BatchState): string {
  return `batch_flg ${flgOfState[state]}`;
}

export interface CheckAnswer {
  readonly error_list?: readonly ErrorEntry[];
  readonly batch_flg: BatchFlg;
  readonly record_count: string;
}

/** The answer of the request step. If the call waits for the batch, it also has the fields of the check step. */
export interface RequestAnswer extends Partial<CheckAnswer> {
  readonly batch_id: string;
}

/**
 * Makes the answer of the check step. For a failed batch this is a normal answer too, with the reason in `error_list` (Spec 4.6).
 */
export function checkAnswer({ state, recordCount, reason }: BatchStatus): CheckAnswer {
  const answer = { batch_flg: flgOfState[state], record_count: String(recordCount) };
  if (reason === undefined) return answer;
  return { error_list: [errorOf(errorCode.internal, { item: 'batch_id', detail: reason })], ...answer };
}
