/** Where a batch is in its life (Spec 3, 4.6). The wire codes of `batch_flg` belong to the edge, not to the engine. */
export type BatchState = 'waiting' | 'processing' | 'finished' | 'empty' | 'cancelled' | 'failed';

/** Every step a batch may take. What is not listed never happens. */
export const batchTransitions = {
  waiting: ['processing', 'cancelled'],
  processing: ['finished', 'empty', 'waiting', 'cancelled', 'failed'],
  finished: [],
  empty: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<BatchState, readonly BatchState[]>;

/** A state that is never left; retention counts from here. */
export type FinalBatchState = 'finished' | 'empty' | 'cancelled' | 'failed';

/** What an attempt may turn its batch into. */
export type AttemptOutcome = (typeof batchTransitions)['processing'][number];

/** Whether nothing follows this state. */
export function isFinal(state: BatchState): state is FinalBatchState {
  return batchTransitions[state].length === 0;
}
