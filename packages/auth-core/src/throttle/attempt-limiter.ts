import type { AuditEvent } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { AttemptSettings } from '../protocol/auth-settings.js';
import type { ServerSecret } from '../secret/server-secret.js';
import type { AttemptKey } from './attempt-keys.js';
import type { AttemptState, AttemptStore, CountFailure } from './attempt-store.js';

/** After this time without a lock, the next one is short again. */
const locksForgottenAfterMs = 24 * 60 * 60 * 1000;

/**
 * Counts wrong passwords and client secrets, and locks for a while those who fail too often.
 *
 * An attempt is judged after its password was compared, in the transaction that counts it: an attempt that comes after the
 * lock learns nothing, however many ran at once.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #settings: AttemptSettings;

  constructor(store: AttemptStore, secret: ServerSecret, clock: Clock, settings: AttemptSettings) {
    this.#store = store;
    this.#secret = secret;
    this.#clock = clock;
    this.#settings = settings;
  }

  /** @throws AuthError `throttled` while one of the keys is locked */
  async refuseLocked(keys: readonly AttemptKey[]): Promise<readonly AttemptState[]> {
    const states = await this.#store.find(keys.map((key) => this.#hash(key)));
    const now = this.#clock.now();
    const lockedUntil = Math.max(0, ...states.map((state) => state.lockedUntil));
    if (lockedUntil > now) throw throttled(lockedUntil - now);
    return states;
  }

  /**
   * Counts one failure for every key.
   *
   * @throws AuthError `throttled` when a lock came first: then nothing was counted and nothing may be revealed
   */
  async countFailure(keys: readonly AttemptKey[], event: AuditEvent): Promise<void> {
    const now = this.#clock.now();
    const changes = new Map(keys.map((key) => [this.#hash(key), this.#failureOf(key, now)]));
    const { refusedBy } = await this.#store.count(changes, (states) => [event, ...lockEvents(event, states, now)]);
    if (refusedBy !== undefined) throw throttled(refusedBy.lockedUntil - now);
  }

  /** Forgets the failures of a key: its owner has shown the right password. */
  async forget(key: AttemptKey): Promise<void> {
    await this.#store.clear([this.#hash(key)]);
  }

  #failureOf(key: AttemptKey, now: number): CountFailure {
    const limit = this.#limit(key.kind);
    const hash = this.#hash(key);
    return (state) => countFailure(hash, state, now, limit, this.#settings);
  }

  #limit(kind: AttemptKey['kind']): number {
    if (kind === 'user') return this.#settings.failuresPerUser;
    return kind === 'client' ? this.#settings.failuresPerClient : this.#settings.failuresPerAddress;
  }

  #hash({ kind, value }: AttemptKey): string {
    return this.#secret.mac('throttle-key', `${kind}\n${value}`).toString('base64url');
  }
}

function countFailure(
  key: string,
  state: AttemptState | undefined,
  now: number,
  limit: number,
  settings: AttemptSettings,
): AttemptState | undefined {
  if (state !== undefined && state.lockedUntil > now) return undefined;
  const windowMs = settings.windowSeconds * 1000;
  const inWindow = state !== undefined && now < state.windowStartedAt + windowMs;
  const windowStartedAt = inWindow ? state.windowStartedAt : now;
  const failures = (inWindow ? state.failures : 0) + 1;
  const pastLocks = state !== undefined && now < state.lockedUntil + locksForgottenAfterMs ? state.locks : 0;
  if (failures < limit) {
    const expiresAt = Math.max(windowStartedAt + windowMs, pastLocks === 0 ? 0 : (state?.expiresAt ?? 0));
    return { key, windowStartedAt, failures, locks: pastLocks, lockedUntil: state?.lockedUntil ?? 0, expiresAt };
  }
  const lockSeconds = Math.min(settings.longestLockSeconds, settings.firstLockSeconds * 2 ** pastLocks);
  const lockedUntil = now + lockSeconds * 1000;
  const expiresAt = lockedUntil + locksForgottenAfterMs;
  return { key, windowStartedAt: 0, failures: 0, locks: pastLocks + 1, lockedUntil, expiresAt };
}

function lockEvents(event: AuditEvent, states: readonly AttemptState[], now: number): AuditEvent[] {
  return states
    .filter((state) => state.lockedUntil > now)
    .map((state) => ({
      ...event,
      event: 'attempts.locked',
      detail: { seconds: Math.ceil((state.lockedUntil - now) / 1000), locks: state.locks },
    }));
}

function throttled(remainingMs: number): AuthError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new AuthError('throttled', 'Too many failed attempts; please try again later', { retryAfterSeconds });
}
