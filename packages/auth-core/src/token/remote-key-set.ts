import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthError } from '../auth-error.js';
import { type Clock, systemClock } from '../clock.js';
import type { KeySource } from './access-token-verifier.js';

export interface RemoteKeySetOptions {
  /** Address of the published key set (RFC 7517). */
  readonly url: string;
  readonly clock?: Clock;
  /** How long a key set is used before it is read again. Default 10 minutes. */
  readonly longestAgeMs?: number;
  /** A key that is not in the set makes it be read again, at most this often. Default 1 second. */
  readonly shortestAgeMs?: number;
  readonly timeoutMs?: number;
}

interface KnownKeys {
  readonly readAt: number;
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/**
 * The published keys of an authentication server, read when first needed. A token signed with a key that was published a
 * moment ago waits for the next reading instead of being refused. While the server cannot be reached, known keys go on.
 */
export class RemoteKeySet implements KeySource {
  readonly #url: string;
  readonly #clock: Clock;
  readonly #longestAgeMs: number;
  readonly #shortestAgeMs: number;
  readonly #timeoutMs: number;
  #known: KnownKeys | undefined;
  #reading: Promise<KnownKeys> | undefined;

  constructor(options: RemoteKeySetOptions) {
    this.#url = options.url;
    this.#clock = options.clock ?? systemClock;
    this.#longestAgeMs = options.longestAgeMs ?? 600_000;
    this.#shortestAgeMs = options.shortestAgeMs ?? 1_000;
    this.#timeoutMs = options.timeoutMs ?? 5_000;
  }

  /** @throws AuthError `overloaded` when the key set was never read and cannot be */
  async find(keyId: string): Promise<KeyObject | undefined> {
    const known = this.#known ?? (await this.#read());
    const key = known.keys.get(keyId);
    if (key === undefined) return this.#findInNewer(known, keyId);
    if (this.#clock.now() > known.readAt + this.#longestAgeMs) void this.#read().catch(() => undefined);
    return key;
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

/** Only keys for ES256 signatures; anything else in the set is passed over. */
function readKeys(keySet: unknown): Map<string, KeyObject> {
  const list = (keySet as { keys?: unknown }).keys;
  if (!Array.isArray(list)) throw new Error('The key set has no keys');
  const usable = list.filter(
    (jwk) => jwk?.kty === 'EC' && jwk.crv === 'P-256' && typeof jwk.kid === 'string' && (jwk.use ?? 'sig') === 'sig',
  );
  return new Map(usable.map((jwk) => [jwk.kid as string, createPublicKey({ key: jwk, format: 'jwk' })]));
}
