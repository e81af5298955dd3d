import type { Batch } from '../batch/batch.js';
import type { RetentionSettings } from '../batch/batch-settings.js';

/** A batch in constant use is written at most this often. */
const slackMs = 60 * 60 * 1000;

/**
 * When a batch that is used now shall expire, if that is later than noted: after the time that every check or get
 * grants, but never later than the longest time from the batch's end.
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
