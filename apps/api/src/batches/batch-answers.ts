import type { BatchState, BatchStatus } from '@trading-platform/batch-engine';
import { type BatchFlg, batchFlg, type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import {
  batchReasonMeaning,
  type ErrorText,
  type ErrorTextName,
  errorDetail,
  errorText,
} from '@trading-platform/domain-types/error-texts';
import { errorOf } from '../http/api-refusal.js';
import { wordingFor } from '../http/wording.js';
import type { OpenCall } from './held-answers.js';

/** The value of `batch_flg` for each state (Spec 3). */
export const flgOfState: Readonly<Record<BatchState, BatchFlg>> = {
  waiting: batchFlg.waiting,
  processing: batchFlg.processing,
  finished: batchFlg.finished,
  empty: batchFlg.empty,
  cancelled: batchFlg.cancelled,
  failed: batchFlg.failed,
};

/**
 * Explains why a get call finds no records. The words are those of the contract for the state of the batch (Spec 3,
 * E000010).
 */
export function nothingToGet(state: BatchState | undefined): ErrorText {
  if (state === undefined || !(state in textOfState)) return errorDetail(errorCode.batchNotFinished);
  return errorText(textOfState[state as keyof typeof textOfState], { flg: flgOfState[state] });
}

const textOfState = {
  waiting: 'batchWaiting',
  processing: 'batchProcessing',
  cancelled: 'batchAborted',
  failed: 'batchFailed',
} as const satisfies Partial<Record<BatchState, ErrorTextName>>;

export interface CheckAnswer {
  readonly error_list?: readonly ErrorEntry[];
  readonly batch_flg: BatchFlg;
  readonly record_count: string;
}

/**
 * The answer of the request step. If the call waits for the batch, the answer also has the fields of the check step.
 */
export interface RequestAnswer extends Partial<CheckAnswer> {
  readonly batch_id: string;
}

/**
 * Makes the answer of the check step. For a failed batch this is a normal answer too, with the reason in `error_list` (Spec 4.6).
 */
export function checkAnswer({ state, recordCount, reason }: BatchStatus, call: OpenCall): CheckAnswer {
  const answer = { batch_flg: flgOfState[state], record_count: String(recordCount) };
  if (reason === undefined) return answer;
  const detail = wordingFor(call)?.of(batchReasonMeaning(reason)) ?? reason;
  return { error_list: [{ ...errorOf(errorCode.internal, { item: 'batch_id' }), error_detail: detail }], ...answer };
}
