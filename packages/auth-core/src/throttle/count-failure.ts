import type { AttemptSettings } from './attempt-settings.js';
import type { AttemptState } from './attempt-store.js';

const dayMs = 24 * 60 * 60 * 1000;

/** After this time without a lock, the next one is short again. */
const locksForgottenAfterMs = dayMs;

/** How many failures one key allows. */
export interface FailureRule {
  /** The failure within the window that brings a lock. */
  readonly perWindow?: number;
  /** Failures that are judged within any 24 hours. Further attempts wait until the oldest of them is a day old. */
  readonly perDay?: number;
}

/** The time until which no attempt is checked, in epoch milliseconds. If attempts are checked now: 0, or an instant in the past. */
export function refusedUntil(state: AttemptState | undefined, { perWindow, perDay }: FailureRule, now: number): number {
  if (state === undefined) return 0;
  const lockEndsAt = perWindow === undefined ? 0 : state.lockedUntil;
  const oldestThatCounts = perDay === undefined ? undefined : failuresSince(state, now - dayMs).at(-perDay);
  return Math.max(lockEndsAt, oldestThatCounts === undefined ? 0 : oldestThatCounts + dayMs);
}

/** The state after one more failure. */
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

/** A failure of exactly that instant no longer counts. */
function failuresSince(state: AttemptState | undefined, instant: number): readonly number[] {
  return state?.failedAt.filter((at) => at > instant) ?? [];
}
