import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { AuditEvent } from '../audit/audit-event.js';
import type { AuditLog } from '../audit/audit-log.js';
import type { Clock } from '../clock.js';
import { RecentlyUsed } from '../recently-used.js';
import { readPublishedKeys } from './client-keys.js';

/**
 * Reads the body of the key set at an address of a client. The function refuses addresses inside the network of this
 * server, follows no redirect, and limits the time and the length. If there is no key set now, the promise rejects, and
 * the message of the error is written to the audit log.
 */
export type FetchKeySet = (url: string) => Promise<string>;

/** A set of public keys, which finds the key of a JWT. */
export type ClientKeySet = ReturnType<typeof createLocalJWKSet>;

interface KnownAddress {
  keys: ClientKeySet | undefined;
  readAt: number;
  triedAt: number;
  isFailing: boolean;
  reading: Promise<void> | undefined;
}

const addressesAtMost = 1_000;
/** After this time the keys are read again, so that a key that the client has removed is refused. */
const longestAgeMs = 600_000;
/** The time for which keys are used while they cannot be read again. */
const longestStaleAgeMs = 3_600_000;
/** The minimum time between two reads of one address, even if different callers cause them. */
const shortestPauseMs = 30_000;
const never = Number.NEGATIVE_INFINITY;

/**
 * The key sets that clients publish at their own addresses. An address is read only when a JWT of its client needs it,
 * so an address that does not answer delays no other client. Simultaneous callers share one read.
 */
export class PublishedClientKeys {
  readonly #fetch: FetchKeySet;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #addresses = new RecentlyUsed<KnownAddress>(addressesAtMost);

  constructor(fetch: FetchKeySet, audit: AuditLog, clock: Clock) {
    this.#fetch = fetch;
    this.#audit = audit;
    this.#clock = clock;
  }

  /**
   * Returns the keys at an address, or undefined if they cannot be read. The keys are at most 10 minutes old. While the
   * address does not answer, they may be up to one hour old.
   *
   * @param failed the event to write when an address begins to fail
   */
  async find(url: string, failed: AuditEvent): Promise<ClientKeySet | undefined> {
    const known = this.#addresses.get(url) ?? this.#add(url);
    if (this.#ageOf(known) >= longestAgeMs) await this.#read(url, known, failed);
    return this.#ageOf(known) < longestStaleAgeMs ? known.keys : undefined;
  }

  /**
   * Reads the address again for a JWT whose key is not among `keys`. Returns the new keys. Returns undefined if there
   * are none, or if the address was just read.
   */
  async findNewer(url: string, keys: ClientKeySet, failed: AuditEvent): Promise<ClientKeySet | undefined> {
    const known = this.#addresses.get(url) ?? this.#add(url);
    if (known.keys === keys) await this.#read(url, known, failed);
    return known.keys === keys ? undefined : known.keys;
  }

  #add(url: string): KnownAddress {
    const added = { keys: undefined, readAt: never, triedAt: never, isFailing: false, reading: undefined };
    this.#addresses.set(url, added);
    return added;
  }

  #ageOf({ readAt }: KnownAddress): number {
    return this.#clock.now() - readAt;
  }

  async #read(url: string, known: KnownAddress, failed: AuditEvent): Promise<void> {
    const now = this.#clock.now();
    if (known.reading === undefined && now < known.triedAt + shortestPauseMs) return;
    known.reading ??= this.#fetchInto(known, url, failed).finally(() => {
      known.reading = undefined;
    });
    await known.reading;
  }

  async #fetchInto(known: KnownAddress, url: string, failed: AuditEvent): Promise<void> {
    const now = this.#clock.now();
    known.triedAt = now;
    try {
      const text = await readPublishedKeys(await this.#fetch(url));
      known.keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
      known.readAt = now;
      known.isFailing = false;
    } catch (error) {
      if (known.isFailing) return;
      known.isFailing = true;
      await this.#audit.append({ ...failed, detail: { address: url, reason: (error as Error).message } });
    }
  }
}
