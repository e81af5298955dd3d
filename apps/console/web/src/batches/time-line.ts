import type { ConsoleBatch, Instant } from '../../../wire/index.js';

/** One event in the life of a batch. */
export interface Moment {
  readonly name: 'requested' | 'started' | 'snapshot' | 'attempts' | 'ended' | 'estimated' | 'read' | 'expires';
  readonly at?: Instant;
  /** The milliseconds since the previous event. */
  readonly tookMs?: number;
  readonly count?: number;
  readonly isAhead: boolean;
}

/** Returns the past and expected events of a batch in chronological order. */
export function timeLineOf(batch: ConsoleBatch): readonly Moment[] {
  const { requestedAt, startedAt, snapshotAt, endedAt, estimatedEndAt, lastReadAt, expiresAt } = batch;
  const { attempts, waitMs, runMs, isGone } = batch;
  const moments: readonly (Moment | undefined)[] = [
    { name: 'requested', at: requestedAt, isAhead: false },
    startedAt === undefined ? undefined : { name: 'started', at: startedAt, isAhead: false, ...took(waitMs) },
    snapshotAt === undefined ? undefined : { name: 'snapshot', at: snapshotAt, isAhead: false },
    attempts > 1 ? { name: 'attempts', count: attempts, isAhead: false } : undefined,
    endedAt === undefined ? undefined : { name: 'ended', at: endedAt, isAhead: false, ...took(runMs) },
    endedAt === undefined && estimatedEndAt !== undefined
      ? { name: 'estimated', at: estimatedEndAt, isAhead: true }
      : undefined,
    lastReadAt === undefined ? undefined : { name: 'read', at: lastReadAt, isAhead: false },
    expiresAt === undefined ? undefined : { name: 'expires', at: expiresAt, isAhead: !isGone },
  ];
  return moments.filter((moment) => moment !== undefined);
}

function took(ms: number | undefined): { readonly tookMs?: number } {
  return ms === undefined ? {} : { tookMs: ms };
}
