import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthError } from '../auth-error.js';
import { type Clock, systemClock } from '../clock.js';
import type { KeySource } from './access-token-verifier.js';

/** The address of a server's key set, and the times for which its keys are used. */
export interface RemoteKeySetOptions {
  /** The address of the published key set (RFC 7517). */
  readonly url: string;
  readonly clock?: Clock;
  /** The time for which a key set is used before it is read again (default: 10 minutes). */
  readonly longestAgeMs?: number;
  /** The maximum time for which a key set is used if it cannot be read again (default: 1 hour). */
  readonly longestStaleAgeMs?: number;
  /**
   * The minimum time between two reads of the key set (default: 1 second). The key set is read again when a token names a key
   * that is not in it.
   */
  readonly shortestAgeMs?: number;
  readonly timeoutMs?: number;
}

interface KnownKeys {
  readonly readAt: number;
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/**
 * The published keys of an authentication server. The key set is read when it is first needed. If a token was signed with a key
 * that has just been published, the token is not refused but waits for the next read of the key set. While the server cannot be
 * reached, known keys are used for a limited time, which is longer than the lifetime of the tokens that these keys have signed.
 */
export class RemoteKeySet implements KeySource {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #longestAgeMs: number;
  readonly #longestStaleAgeMs: number;
  readonly #shortestAgeMs: number;
  readonly #timeoutMs: number;
  #known: KnownKeys | undefined;
  #reading: Promise<KnownKeys> | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteKeySetOptions) {
    this.#url = options.url;
    this.#clock = options.clock ?? systemClock;
    this.#longestAgeMs = options.longestAgeMs ?? 600_000;
    this.#longestStaleAgeMs = options.longestStaleAgeMs ?? 3_600_000;
    this.#shortestAgeMs = options.shortestAgeMs ?? 1_000;
    this.#timeoutMs = options.timeoutMs ?? 5_000;
  }

  /** @throws AuthError `overloaded` if no key set that is recent enough is known, and none can be read now */
  find(keyId: string): KeyObject | undefined | Promise<KeyObject | undefined> {
    const known = this.#known;
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() - known.readAt;
    if (known === undefined || ageMs >= this.#longestStaleAgeMs) return this.#findAnew(keyId);
    if (ageMs >= this.#longestAgeMs) this.#refresh();
    return known.keys.get(keyId) ?? this.#findInNewer(known, keyId);
  }

  /**
   * Resolves if usable keys are known, or if the keys can be read now.
   *
   * @throws AuthError `overloaded` if no key set that is recent enough is known, and none can be read now
   */
  async check(): Promise<void> {
    const known = this.#known;
    if (known === undefined || this.#clock.now() - known.readAt >= this.#longestStaleAgeMs) await this.#read();
  }

  /** No call waits until the key set has been read again. */
  #refresh(): void {
    if (this.#clock.now() < this.#triedAt + this.#shortestAgeMs) return;
    void this.#read().catch(() => undefined);
  }

  async #findAnew(keyId: string): Promise<KeyObject | undefined> {
    const { keys } = await this.#read();
    return keys.get(keyId);
  }

  async #findInNewer(known: KnownKeys, keyId: string): Promise<KeyObject | undefined> {
    const waitMs = known.readAt + this.#shortestAgeMs - this.#clock.now();
    if (waitMs > 0) await sleep(waitMs);
    const current = this.#known === known ? await this.#read().catch(() => known) : (this.#known ?? known);
    return current.keys.get(keyId);
  }

  #read(): Promise<KnownKeys> {
    this.#reading ??= this.#fetch().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #fetch(): Promise<KnownKeys> {
    const readAt = this.#clock.now();
    this.#triedAt = readAt;
    try {
      const response = await fetch(this.#url, { signal: AbortSignal.timeout(this.#timeoutMs), redirect: 'error' });
      if (!response.ok) throw new Error(`The key set answered ${response.status}`);
      this.#known = { readAt, keys: readKeys(await response.json()) };
      return this.#known;
    } catch (cause) {
      throw new AuthError('overloaded', 'The key set cannot be read now', { retryAfterSeconds: 2, cause });
    }
  }
}

/** Reads the keys for ES256 signatures. All other keys in the set are ignored. */
function readKeys(keySet: unknown): Map<string, KeyObject> {
  const list = (keySet as { keys?: unknown }).keys;
  if (!Array.isArray(list)) throw new Error('The key set has no keys');
  const usable = list.filter(
    (jwk) => jwk?.kty === 'EC' && jwk.crv === 'P-256' && typeof jwk.kid === 'string' && (jwk.use ?? 'sig') === 'sig',
  );
  return new Map(usable.map((jwk) => [jwk.kid as string, createPublicKey({ key: jwk, format: 'jwk' })]));
}
