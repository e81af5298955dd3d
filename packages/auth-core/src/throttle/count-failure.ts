import type { AttemptSettings } from './attempt-settings.js';
import type { AttemptState } from './attempt-store.js';

const dayMs = 24 * 60 * 60 * 1000;

/** If a user or address has had no lock for this time, the next lock is again as short as the first. */
const locksForgottenAfterMs = dayMs;

/** The number of failures that one key allows. */
export interface FailureRule {
  /** The number of failures that causes a lock if all of them are within the period. */
  readonly perWindow?: number;
  /**
   * The maximum number of failures that are judged within any 24 hours. Further attempts must wait until the oldest failure is a
   * day old.
   */
  readonly perDay?: number;
}

/**
 * Returns the time until which no attempt is judged, in epoch milliseconds. If attempts are judged now, the result is 0 or a time
 * in the past.
 */
export function refusedUntil(state: AttemptState | undefined, { perWindow, perDay }: FailureRule, now: number): number {
  if (state === undefined) return 0;
  const lockEndsAt = perWindow === undefined ? 0 : state.lockedUntil;
  const oldestThatCounts = perDay === undefined ? undefined : failuresSince(state, now - dayMs).at(-perDay);
  return Math.max(lockEndsAt, oldestThatCounts === undefined ? 0 : oldestThatCounts + dayMs);
}

/** Returns the state after one more failure. */
export function countFailure(
  key: string,
  state: AttemptState | undefined,
  now: number,
  { perWindow, perDay }: FailureRule,
  settings: AttemptSettings,
): AttemptState {
  const windowMs = settings.windowSeconds * 1000;
  const keptMs = perDay === undefined ? windowMs : dayMs;
  const failedAt = [...failuresSince(state, now - keptMs), now].toSorted((one, other) => one - other);
  const lockedUntil = state?.lockedUntil ?? 0;
  const locks = now < lockedUntil + locksForgottenAfterMs ? (state?.locks ?? 0) : 0;
  const sinceLock = failedAt.filter((at) => at > now - windowMs && at >= lockedUntil);
  if (perWindow === undefined || sinceLock.length < perWindow) {
    const expiresAt = Math.max(now + keptMs, locks === 0 ? 0 : lockedUntil + locksForgottenAfterMs);
    return { key, failedAt, locks, lockedUntil, expiresAt };
  }
  const lockSeconds = Math.min(settings.longestLockSeconds, settings.firstLockSeconds * 2 ** locks);
  const nextLockedUntil = now + lockSeconds * 1000;
  const expiresAt = Math.max(now + keptMs, nextLockedUntil + locksForgottenAfterMs);
  return { key, failedAt, locks: locks + 1, lockedUntil: nextLockedUntil, expiresAt };
}

/** Failures at or before this instant no longer count. */
function failuresSince(state: AttemptState | undefined, instant: number): readonly number[] {
  return state?.failedAt.filter((at) => at > instant) ?? [];
}
