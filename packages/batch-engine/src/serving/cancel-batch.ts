import { BatchError } from '../batch/batch-error.js';
import { isFinal } from '../batch/batch-state.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, findBatch } from './find-batch.js';

/** Options for cancelling a batch. */
export interface CancelOptions {
  /** If true, the call returns at once. For a fifth of a second, other processes may then still find a discarded batch. */
  readonly atOnce?: boolean;
}

/** @see BatchEngine.cancel */
export async function cancelBatch(
  parts: EngineParts,
  ref: BatchRef,
  { atOnce = false }: CancelOptions,
): Promise<'cancelled' | 'discarded'> {
  const { batches, clock, ended, functions, retention } = parts;
  const { id, functionName, state } = await findBatch(parts, { ...ref, memberWide: false });
  const now = clock.now();
  const unbegun = functions.get(functionName)?.hasEffects === true;
  const expiresAt = now + retention.retentionMs;
  if (await batches.cancel(id, { now, expiresAt, unbegun })) return 'cancelled';
  if (unbegun && !isFinal(state)) throw new BatchError('begun', 'The batch has begun: it can no longer be cancelled');
  await batches.setExpiry(id, { now, expiresAt: now });
  ended.forget(id);
  if (!atOnce) await ended.forgottenEverywhere();
  return 'discarded';
}
