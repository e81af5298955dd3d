/**
 * The states of a batch (Spec 3, 4.6). The engine does not use the codes of `batch_flg`: the application converts states to these
 * codes.
 */
export type BatchState = 'waiting' | 'processing' | 'finished' | 'empty' | 'cancelled' | 'failed';

/** For each state, the states to which a batch can change. No other change of state is possible. */
export const batchTransitions = {
  waiting: ['processing', 'cancelled'],
  processing: ['finished', 'empty', 'waiting', 'cancelled', 'failed'],
  finished: [],
  empty: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<BatchState, readonly BatchState[]>;

/** A state that a batch never leaves. The retention time begins when a batch reaches a final state. */
export type FinalBatchState = 'finished' | 'empty' | 'cancelled' | 'failed';

/** The states that a batch can have after an attempt. */
export type AttemptOutcome = (typeof batchTransitions)['processing'][number];

/** Whether a batch in this state remains in it for ever. */
export function isFinal(state: BatchState): state is FinalBatchState {
  return batchTransitions[state].length === 0;
}
