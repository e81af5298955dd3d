import type { Batch } from '../batch/batch.js';
import type { RetentionSettings } from '../batch/batch-settings.js';

/** The expiry is extended by this additional time, so that a batch in constant use does not have to be written all the time. */
const slackMs = 60 * 60 * 1000;

/**
 * Returns the new expiry of a batch that is being used, or undefined if its expiry is already late enough. Every check or get
 * call keeps the batch for some time, but never for longer than `retentionAtMostMs` after the end of the batch.
 */
export function extendedExpiry(
  { expiresAt, endedAt }: Pick<Batch, 'expiresAt' | 'endedAt'>,
  now: number,
  retention: Required<RetentionSettings>,
): number | undefined {
  if (expiresAt === undefined || endedAt === undefined) return undefined;
  const needed = now + retention.retentionAfterUseMs;
  if (expiresAt >= needed) return undefined;
  const latest = endedAt + retention.retentionAtMostMs;
  const extended = Math.min(needed + slackMs, latest);
  return extended > expiresAt ? extended : undefined;
}
