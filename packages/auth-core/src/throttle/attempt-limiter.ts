import type { AuditEvent } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import type { AttemptSettings } from '../protocol/auth-settings.js';
import type { ServerSecret } from '../secret/server-secret.js';
import { type Attempt, type AttemptKey, addressKey, generalKey } from './attempt-keys.js';
import type { AttemptState, AttemptStore, CountFailure } from './attempt-store.js';
import { countFailure } from './count-failure.js';

const placeRememberedAgainAfterMs = 24 * 60 * 60 * 1000;
const placesInMemory = 10_000;
const keysInMemory = 10_000;
const longestKeyInMemory = 100;

/**
 * Counts wrong passwords and client secrets, and locks for a while whoever fails too often.
 *
 * An attempt is judged after its password was compared, in the transaction that counts it: an attempt that comes after the
 * lock learns nothing, however many ran at once. Failures from strangers do not lock out the places from which a user or
 * client has shown the right secret before; those are counted on their own.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #settings: AttemptSettings;
  readonly #placesRemembered = new Map<string, number>();
  readonly #hashes = new Map<string, string>();

  constructor(store: AttemptStore, secret: ServerSecret, clock: Clock, settings: AttemptSettings) {
    this.#store = store;
    this.#secret = secret;
    this.#clock = clock;
    this.#settings = settings;
  }

  /** @throws AuthError `throttled` while the attempt cannot succeed, whatever its password */
  async refuseLocked(attempt: Attempt): Promise<void> {
    await this.#refuseLocked(attempt);
  }

  /**
   * Counts one failure.
   *
   * @throws AuthError `throttled` when a lock came first: then nothing was counted and nothing may be revealed
   */
  async countFailure(attempt: Attempt, event: AuditEvent): Promise<void> {
    const now = this.#clock.now();
    const { general, place, address } = this.#keysOf(attempt);
    const isKnown = await this.#store.isKnownPlace(place);
    const changes = new Map([
      this.#failureOf(isKnown ? place : general, attempt.kind, now),
      this.#failureOf(address, 'address', now),
    ]);
    const { refusedBy } = await this.#store.count(changes, (states) => [event, ...lockEvents(event, states, now)]);
    if (refusedBy !== undefined) throw throttled(refusedBy.lockedUntil - now);
  }

  /**
   * Takes note of the right password or secret, and forgets the failures before it.
   *
   * @throws AuthError `throttled` when a lock came while it was compared: otherwise parallel guesses would not count
   */
  async acceptSuccess(attempt: Attempt): Promise<void> {
    const states = await this.#refuseLocked(attempt);
    const { general, place } = this.#keysOf(attempt);
    const failed = states.map(({ key }) => key).filter((key) => key === general || key === place);
    if (failed.length > 0) await this.#store.clear(failed);
    await this.#rememberPlace(place);
  }

  /** Ends locks and counts of a user or client, but not of the addresses that failed. */
  async unlock(kind: Attempt['kind'], id: string): Promise<void> {
    await this.#store.clearAllUnder(this.#hash({ kind, value: id }));
  }

  async #refuseLocked(attempt: Attempt): Promise<AttemptState[]> {
    const { general, place, address } = this.#keysOf(attempt);
    const states = await this.#store.find([general, place, address]);
    const now = this.#clock.now();
    const locked = states.filter(({ lockedUntil }) => lockedUntil > now);
    const strangersOnly = locked.length === 1 && locked[0]?.key === general;
    if (strangersOnly && (await this.#store.isKnownPlace(place))) return states.filter(({ key }) => key !== general);
    if (locked.length > 0) throw throttled(Math.max(...locked.map(({ lockedUntil }) => lockedUntil)) - now);
    return states;
  }

  async #rememberPlace(place: string): Promise<void> {
    const now = this.#clock.now();
    const remembered = this.#placesRemembered.get(place);
    if (remembered !== undefined && now < remembered + placeRememberedAgainAfterMs) return;
    if (this.#placesRemembered.size >= placesInMemory) this.#placesRemembered.clear();
    await this.#store.rememberPlace(place, now);
    this.#placesRemembered.set(place, now);
  }

  #failureOf(key: string, kind: AttemptKey['kind'], now: number): [string, CountFailure] {
    const rule = { limit: this.#limit(kind), settings: this.#settings };
    return [key, (state) => countFailure(key, state, now, rule)];
  }

  /** Attempts on one user or client, those of them from one network, and all from that network. */
  #keysOf(attempt: Attempt): { readonly general: string; readonly place: string; readonly address: string } {
    const general = this.#hash(generalKey(attempt));
    const address = this.#hash(addressKey(attempt));
    return { general, place: `${general}.${address}`, address };
  }

  #limit(kind: AttemptKey['kind']): number {
    if (kind === 'user') return this.#settings.failuresPerUser;
    return kind === 'client' ? this.#settings.failuresPerClient : this.#settings.failuresPerAddress;
  }

  /** Clients and addresses come again and again; their keyed hashes are kept. */
  #hash({ kind, value }: AttemptKey): string {
    const text = `${kind}\n${value}`;
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const hash = this.#secret.mac('throttle-key', text).toString('base64url');
    if (text.length > longestKeyInMemory) return hash;
    if (this.#hashes.size >= keysInMemory) this.#hashes.clear();
    this.#hashes.set(text, hash);
    return hash;
  }
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
