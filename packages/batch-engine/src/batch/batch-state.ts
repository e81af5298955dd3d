/** The states of a batch (Spec 3, 4.6). The wire codes of `batch_flg` belong to the edge, not to the engine. */
export type BatchState = 'waiting' | 'processing' | 'finished' | 'empty' | 'cancelled' | 'failed';

/** Every step that a batch may take. No other step ever happens. */
export const batchTransitions = {
  waiting: ['processing', 'cancelled'],
  processing: ['finished', 'empty', 'waiting', 'cancelled', 'failed'],
  finished: [],
  empty: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<BatchState, readonly BatchState[]>;

/** A state that a batch never leaves; retention begins with it. */
export type FinalBatchState = 'finished' | 'empty' | 'cancelled' | 'failed';

/** The states to which an attempt may bring its batch. */
export type AttemptOutcome = (typeof batchTransitions)['processing'][number];

/** Whether a batch never leaves this state. */
export function isFinal(state: BatchState): state is FinalBatchState {
  return batchTransitions[state].length === 0;
}
