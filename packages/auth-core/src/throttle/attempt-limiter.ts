import type { AuditEvent } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Clock } from '../clock.js';
import { RecentlyUsed } from '../recently-used.js';
import type { ServerSecret } from '../secret/server-secret.js';
import { type Attempt, type AttemptKey, addressKey, targetKey } from './attempt-keys.js';
import type { AttemptSettings } from './attempt-settings.js';
import type { AttemptState, AttemptStore } from './attempt-store.js';
import { countFailure, type FailureRule, refusedUntil } from './count-failure.js';

const placeRememberedAgainAfterMs = 24 * 60 * 60 * 1000;
const hashesInMemory = 10_000;
const longestValueInMemory = 100;

/** Once all counters are taken, further strangers share counters: users a twentieth of `countersAtMost`, addresses as many. */
const countersPerShared = 20;
const sizeCountedAgainAfterMs = 10_000;

/** Of a day's wrong passwords from known places, one in so many is left to clients that show their secret. */
const shareOfClients = 10;

/** An attempt that may be judged, and what it counts under. */
export interface Admission {
  /** The counts that a failure adds to, and how many failures each of them allows. */
  readonly rules: ReadonlyMap<string, FailureRule>;
  /** The count of the place it comes from, where the user has signed in from there before. */
  readonly ownCount?: string | undefined;
  /** Places that are to be remembered if the password is right. */
  readonly newPlaces?: readonly string[];
}

/**
 * Counts wrong passwords and client secrets, and locks for a while whoever fails too often. ADR 0014 has the reasons.
 *
 * An attempt is judged after its password was compared, in a transaction on its counts. So however many attempts run at once,
 * those that come after the lock learn nothing, right or wrong. A place from which a user has signed in before (a network, or a
 * client that shows its secret) has a count of its own, apart from strangers and from other places.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #settings: AttemptSettings;
  readonly #hashes = new RecentlyUsed<string>(hashesInMemory);
  #size = 0;
  #sizeCountedAt = Number.NEGATIVE_INFINITY;

  constructor(store: AttemptStore, secret: ServerSecret, clock: Clock, settings: AttemptSettings) {
    this.#store = store;
    this.#secret = secret;
    this.#clock = clock;
    this.#settings = settings;
  }

  /**
   * Lets an attempt be judged, before its password is compared.
   *
   * @throws AuthError `throttled` while it cannot succeed, whatever its password
   */
  async admit(attempt: Attempt): Promise<Admission> {
    const admission = await this.#placed(attempt);
    const states = await this.#store.find([...admission.rules.keys()]);
    this.#refuseLocked(admission, new Map(states.map((state) => [state.key, state])));
    return admission;
  }

  /**
   * Counts one failure.
   *
   * @throws AuthError `throttled` when a lock came first: then nothing was counted and nothing may be revealed
   */
  async countFailure(admission: Admission, event: AuditEvent): Promise<void> {
    const now = this.#clock.now();
    let added = 0;
    await this.#store.change([...admission.rules.keys()], (states) => {
      this.#refuseLocked(admission, states);
      added = admission.rules.size - states.size;
      const written = [...admission.rules].map(([key, rule]) =>
        countFailure(key, states.get(key), now, rule, this.#settings),
      );
      return { written, events: [event, ...lockEvents(event, written, admission, now)] };
    });
    this.#size += added;
  }

  /**
   * Takes note of a right password, which clears the failures of its own place and no others.
   *
   * @throws AuthError `throttled` when a lock came while it was compared: otherwise parallel guesses would not count
   */
  async acceptSuccess(admission: Admission): Promise<void> {
    const { ownCount, newPlaces = [] } = admission;
    await this.#store.change([...admission.rules.keys()], (states) => {
      this.#refuseLocked(admission, states);
      return ownCount !== undefined && states.has(ownCount) ? { cleared: [ownCount] } : {};
    });
    for (const place of newPlaces) await this.#store.rememberPlace(place, this.#clock.now());
  }

  /** Ends locks and counts of a user or client, but not of the addresses that failed. */
  async unlock(kind: Attempt['kind'], id: string): Promise<void> {
    await this.#store.clearAllUnder(this.#hash({ kind, value: id }));
  }

  /** Forgets everything about a user or client that is no more. */
  async forget(kind: Attempt['kind'], id: string): Promise<void> {
    await this.unlock(kind, id);
    await this.#store.forgetPlacesUnder(this.#hash({ kind, value: id }));
  }

  /** Where an attempt comes from decides what it counts under. */
  async #placed(attempt: Attempt): Promise<Admission> {
    if (attempt.kind === 'client') return this.#fromStranger(attempt, { perWindow: this.#settings.failuresPerClient });
    const { address, client } = this.#placesOf(attempt);
    const places = client === undefined ? [address] : [address, client];
    const seenAt = await this.#store.knownPlaces(places);
    const lately = this.#clock.now() - placeRememberedAgainAfterMs;
    const newPlaces = places.filter((place) => (seenAt.get(place) ?? 0) <= lately);
    if (client !== undefined && seenAt.has(client)) {
      return { ...this.#fromKnownClient(attempt, client, seenAt.has(address)), newPlaces };
    }
    if (seenAt.has(address)) return { ...this.#fromKnownAddress(attempt, address), newPlaces };
    const { failuresPerUser: perWindow, failuresPerUserAndDay: perDay } = this.#settings;
    return { ...(await this.#fromStranger(attempt, { perWindow, perDay })), newPlaces };
  }

  async #fromStranger(attempt: Attempt, rule: FailureRule): Promise<Admission> {
    const address = await this.#countOfStranger('address', this.#hash(addressKey(attempt)));
    const target = await this.#countOfStranger('target', this.#hash(targetKey(attempt)));
    return {
      rules: new Map([
        [address, this.#addressRule],
        [target, rule],
      ]),
    };
  }

  #fromKnownAddress(attempt: Attempt, ownCount: string): Admission {
    const perDay = this.#settings.failuresPerUserAndDayFromKnownPlaces;
    const withoutSecret = Math.max(1, perDay - Math.ceil(perDay / shareOfClients));
    return this.#fromKnownPlace(attempt, { ownCount, address: this.#hash(addressKey(attempt)), perDay: withoutSecret });
  }

  /** Without the client's secret nobody can lock it out, neither from its address nor from other places of the user. */
  #fromKnownClient(attempt: Attempt, client: string, isKnownAddress: boolean): Admission {
    const network = this.#hash(addressKey(attempt));
    const ownCount = isKnownAddress ? `${client}.${network}` : client;
    const address = `${this.#hash({ kind: 'client', value: attempt.throughClient ?? '' })}.${network}`;
    return this.#fromKnownPlace(attempt, {
      ownCount,
      address,
      perDay: this.#settings.failuresPerUserAndDayFromKnownPlaces,
    });
  }

  #fromKnownPlace(
    attempt: Attempt,
    { ownCount, address, perDay }: { readonly ownCount: string; readonly address: string; readonly perDay: number },
  ): Admission {
    const rules = new Map<string, FailureRule>([
      [address, this.#addressRule],
      [`${this.#hash(targetKey(attempt))}.known`, { perDay }],
      [ownCount, { perWindow: this.#settings.failuresPerUser }],
    ]);
    return { rules, ownCount };
  }

  get #addressRule(): FailureRule {
    return { perWindow: this.#settings.failuresPerAddress };
  }

  /** The places an attempt comes from, as seen from the user. */
  #placesOf(attempt: Attempt): { readonly address: string; readonly client?: string } {
    const user = this.#hash(targetKey(attempt));
    const address = `${user}.${this.#hash(addressKey(attempt))}`;
    if (attempt.throughClient === undefined) return { address };
    return { address, client: `${user}.${this.#hash({ kind: 'client', value: attempt.throughClient })}` };
  }

  /** @throws AuthError `throttled` */
  #refuseLocked({ rules }: Admission, states: ReadonlyMap<string, AttemptState>): void {
    const now = this.#clock.now();
    const ends = [...rules].map(([key, rule]) => refusedUntil(states.get(key), rule, now));
    const last = Math.max(...ends);
    if (last > now) throw throttled(last - now);
  }

  /** Its own counter, or one of those that strangers share while there are too many. */
  async #countOfStranger(what: 'address' | 'target', key: string): Promise<string> {
    if (!(await this.#isFull()) || (await this.#store.find([key])).length > 0) return key;
    const shared = Math.ceil(this.#settings.countersAtMost / countersPerShared);
    return `shared-${what}.${Buffer.from(key, 'base64url').readUInt32BE(0) % shared}`;
  }

  async #isFull(): Promise<boolean> {
    const { countersAtMost } = this.#settings;
    const now = this.#clock.now();
    if (now >= this.#sizeCountedAt + sizeCountedAgainAfterMs) {
      this.#sizeCountedAt = now;
      this.#size = await this.#store.size(countersAtMost);
    }
    return this.#size >= countersAtMost;
  }

  /** Clients and addresses come again and again, so their keyed hashes are kept. */
  #hash({ kind, value }: AttemptKey): string {
    const text = `${kind}\n${value}`;
    const known = this.#hashes.get(text);
    if (known !== undefined) return known;
    const hash = this.#secret.mac('throttle-key', text).toString('base64url');
    if (text.length > longestValueInMemory) return hash;
    this.#hashes.set(text, hash);
    return hash;
  }
}

function lockEvents(
  event: AuditEvent,
  states: readonly AttemptState[],
  { rules }: Admission,
  now: number,
): AuditEvent[] {
  return states.flatMap((state) => {
    const until = refusedUntil(state, rules.get(state.key) ?? {}, now);
    const detail = { seconds: Math.ceil((until - now) / 1000), locks: state.locks };
    return until > now ? [{ ...event, event: 'attempts.locked', detail } as const] : [];
  });
}

function throttled(remainingMs: number): AuthError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new AuthError('throttled', 'Too many failed attempts; please try again later', { retryAfterSeconds });
}
