import type { AttemptSettings } from '../protocol/auth-settings.js';
import type { AttemptState } from './attempt-store.js';

/** After this time without a lock, the next one is short again. */
const locksForgottenAfterMs = 24 * 60 * 60 * 1000;

export interface FailureRule {
  /** The failure that brings a lock. */
  readonly limit: number;
  readonly settings: AttemptSettings;
}

/** The state after one more failure; nothing while a lock lasts, for then no attempt is judged. */
export function countFailure(
  key: string,
  state: AttemptState | undefined,
  now: number,
  { limit, settings }: FailureRule,
): AttemptState | undefined {
  if (state !== undefined && state.lockedUntil > now) return undefined;
  const windowMs = settings.windowSeconds * 1000;
  const inWindow = state !== undefined && now < state.windowStartedAt + windowMs;
  const windowStartedAt = inWindow ? state.windowStartedAt : now;
  const failures = (inWindow ? state.failures : 0) + 1;
  const locksEndAt = (state?.lockedUntil ?? 0) + locksForgottenAfterMs;
  const locks = now < locksEndAt ? (state?.locks ?? 0) : 0;
  if (failures < limit) {
    const expiresAt = Math.max(windowStartedAt + windowMs, locks === 0 ? 0 : locksEndAt);
    return { key, windowStartedAt, failures, locks, lockedUntil: state?.lockedUntil ?? 0, expiresAt };
  }
  const lockSeconds = Math.min(settings.longestLockSeconds, settings.firstLockSeconds * 2 ** locks);
  const lockedUntil = now + lockSeconds * 1000;
  const expiresAt = lockedUntil + locksForgottenAfterMs;
  return { key, windowStartedAt: 0, failures: 0, locks: locks + 1, lockedUntil, expiresAt };
}
