import type { Reading } from '../storage/batch-store.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, findExpiredBatch } from './find-batch.js';

const readingsAtMost = 100;

/** @see BatchEngine.readings */
export async function findReadings(parts: EngineParts, ref: BatchRef): Promise<readonly Reading[]> {
  const { id } = await findExpiredBatch(parts, ref);
  const stored = await parts.batches.readingsOf(id, readingsAtMost);
  return parts.readTimes.withWaiting(id, stored).slice(0, readingsAtMost);
}
