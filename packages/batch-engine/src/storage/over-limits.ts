import { errorText } from '@trading-platform/domain-types/error-texts';
import { BatchError } from '../batch/batch-error.js';
import type { BatchLimits } from '../batch/batch-settings.js';

const minuteSeconds = 60;

/** The period whose ended batches are counted, in order to predict when the next batch of an owner ends. */
export const endsCountedMs = minuteSeconds * 1_000;
/** Counting stops at this number of ended batches, because the predicted time is then one second. */
export const endsCountedAtMost = minuteSeconds;

/** @param endedLately the number of the owner's batches that ended within the last minute */
export function tooManyBatches({ unfinishedPerOwner }: BatchLimits, endedLately: number): BatchError {
  const message = errorText('tooManyBatches', { count: unfinishedPerOwner });
  const retryAfterSeconds = Math.ceil(minuteSeconds / Math.max(1, Math.min(endedLately, endsCountedAtMost)));
  return new BatchError('too-many-batches', message, { retryAfterSeconds });
}

/** @param expiresInMs the time until the first stored batch of the member expires */
export function tooMuchStored({ storedBytesPerMember }: BatchLimits, expiresInMs: number): BatchError {
  const message = errorText('tooMuchStored', { bytes: storedBytesPerMember });
  return new BatchError('too-much-stored', message, { retryAfterSeconds: Math.max(1, Math.ceil(expiresInMs / 1_000)) });
}
