import type { BatchState, BatchStatus } from '@trading-platform/batch-engine';
import { type BatchFlg, batchFlg, type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorOf } from '../http/api-refusal.js';

/** `batch_flg` of each state (Spec 3). */
export const flgOfState: Readonly<Record<BatchState, BatchFlg>> = {
  waiting: batchFlg.waiting,
  processing: batchFlg.processing,
  finished: batchFlg.finished,
  empty: batchFlg.empty,
  cancelled: batchFlg.cancelled,
  failed: batchFlg.failed,
};

export interface CheckAnswer {
  readonly error_list?: readonly ErrorEntry[];
  readonly batch_flg: BatchFlg;
  readonly record_count: string;
}

/** What a check answers; a failed batch says why, in an answer that is itself normal (Spec 4.6). */
export function checkAnswer({ state, recordCount, reason }: BatchStatus): CheckAnswer {
  const answer = { batch_flg: flgOfState[state], record_count: String(recordCount) };
  if (reason === undefined) return answer;
  return { error_list: [errorOf(errorCode.internal, { item: 'batch_id', detail: reason })], ...answer };
}
