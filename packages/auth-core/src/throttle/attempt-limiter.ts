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

/**
 * When all separate counters are in use, further strangers share counters. The number of shared counters for users (and also for
 * addresses) is `countersAtMost` divided by this number.
 */
const countersPerShared = 20;
const sizeCountedAgainAfterMs = 10_000;

/**
 * One tenth of the wrong passwords that are allowed per day from known places is reserved for clients that prove their identity
 * with a secret.
 */
const shareOfClients = 10;

/** For these kinds of attempts, it does not matter where a correct attempt came from before. */
const withoutPlaces: readonly Attempt['kind'][] = ['client', 'device'];

/**
 * The rule of a counter, and the attempts that its lock keeps out: all attempts from an address, or the attempts on one
 * target from anywhere or from one place.
 */
interface CountedRule extends FailureRule {
  readonly locks: Attempt['kind'] | 'address' | 'place';
}

/** An attempt that may be checked, with the counters that apply to it. */
export interface Admission {
  /** The counters that increase if the attempt fails, each with the number of failures that it allows. */
  readonly rules: ReadonlyMap<string, CountedRule>;
  /** The counter of the place from which the attempt comes, if the user has signed in from there before. */
  readonly ownCount?: string | undefined;
  /** The places that are to be remembered if the password is correct. */
  readonly newPlaces?: readonly string[];
}

/**
 * Counts wrong passwords, client secrets and codes of second factors and devices, and locks out further attempts for some time after too many failures. ADR 0014
 * explains the reasons.
 *
 * First the password of an attempt is compared. Then one transaction on the counters of the attempt decides the result
 * of the attempt. While a lock lasts, every attempt gets the same answer, whether or not its password is correct, and
 * even if many attempts run at the same time. A place from which a user has signed in before (a network, or a client
 * that proves its identity with a secret) has its own counter. The counter of a known place is separate from the
 * counters of strangers and of other places.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  /** Hash functions with the current secret key and, while the secret key is being changed, with the former key. */
  readonly #keyed: readonly [Hashes, ...Hashes[]];
  readonly #clock: Clock;
  readonly #settings: AttemptSettings;
  #size = 0;
  #sizeCountedAt = Number.NEGATIVE_INFINITY;

  constructor(store: AttemptStore, secret: ServerSecret, clock: Clock, settings: AttemptSettings) {
    this.#store = store;
    this.#keyed = secret.former === undefined ? [new Hashes(secret)] : [new Hashes(secret), new Hashes(secret.former)];
    this.#clock = clock;
    this.#settings = settings;
  }

  /**
   * Decides whether an attempt may be judged, before its password is compared. While the secret key is being changed, places and
   * locks that were stored under the former key still apply, but counts begin at zero.
   *
   * @throws AuthError `throttled` while no password can succeed
   */
  async admit(attempt: Attempt): Promise<Admission> {
    const [present, ...former] = this.#keyed;
    const seen = withoutPlaces.includes(attempt.kind) ? neverSeen : await this.#seenPlaces(attempt);
    const admission = await this.#placed(attempt, present, seen);
    const judged = [admission];
    for (const hashes of former) judged.push(await this.#placed(attempt, hashes, seen));
    const states = await this.#store.find(judged.flatMap(({ rules }) => [...rules.keys()]));
    const byKey = new Map(states.map((state) => [state.key, state]));
    for (const each of judged) this.#refuseLocked(each, byKey);
    return admission;
  }

  /**
   * Counts one failed attempt.
   *
   * @throws AuthError `throttled` if a lock has begun before; then nothing was counted, and nothing may be revealed
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
   * Records a correct password. A correct password clears the failures of the place from which the attempt came, but no other
   * failures.
   *
   * @throws AuthError `throttled` if a lock has begun while the password was compared; otherwise parallel guesses would
   * not count
   */
  async acceptSuccess(admission: Admission): Promise<void> {
    const { ownCount, newPlaces = [] } = admission;
    await this.#store.change([...admission.rules.keys()], (states) => {
      this.#refuseLocked(admission, states);
      return ownCount !== undefined && states.has(ownCount) ? { cleared: [ownCount] } : {};
    });
    for (const place of newPlaces) await this.#store.rememberPlace(place, this.#clock.now());
  }

  /** Ends the locks and counts of a user or client, but not the locks and counts of addresses. */
  async unlock(kind: Attempt['kind'], id: string): Promise<void> {
    for (const hash of this.#hashesOf({ kind, value: id })) await this.#store.clearAllUnder(hash);
  }

  /** Deletes everything about a user or client that no longer exists. */
  async forget(kind: Attempt['kind'], id: string): Promise<void> {
    await this.unlock(kind, id);
    for (const hash of this.#hashesOf({ kind, value: id })) await this.#store.forgetPlacesUnder(hash);
  }

  /** Returns, for each place of the attempt, the time when a correct password last came from it. */
  async #seenPlaces(attempt: Attempt): Promise<SeenPlaces> {
    const places = this.#keyed.map((hashes) => placesOf(attempt, hashes));
    const noted = await this.#store.knownPlaces(
      places.flatMap(({ address, client }) => (client === undefined ? [address] : [address, client])),
    );
    const last = (of: keyof Places) => Math.max(...places.map((each) => noted.get(each[of] ?? '') ?? 0));
    return { address: last('address'), client: last('client') };
  }

  /** The counters of an attempt depend on the place from which it comes. */
  async #placed(attempt: Attempt, hashes: Hashes, seen: SeenPlaces): Promise<Admission> {
    if (withoutPlaces.includes(attempt.kind)) {
      const { failuresPerClient, failuresPerUser } = this.#settings;
      return this.#fromStranger(attempt, hashes, {
        perWindow: attempt.kind === 'client' ? failuresPerClient : failuresPerUser,
      });
    }
    const { address, client } = placesOf(attempt, hashes);
    const lately = this.#clock.now() - placeRememberedAgainAfterMs;
    const newPlaces = [
      ...(seen.address <= lately ? [address] : []),
      ...(client !== undefined && seen.client <= lately ? [client] : []),
    ];
    if (client !== undefined && seen.client > 0) {
      return { ...this.#fromKnownClient(attempt, hashes, client, seen.address > 0), newPlaces };
    }
    if (seen.address > 0) return { ...this.#fromKnownAddress(attempt, hashes, address), newPlaces };
    const { failuresPerUser: perWindow, failuresPerUserAndDay: perDay } = this.#settings;
    return { ...(await this.#fromStranger(attempt, hashes, { perWindow, perDay })), newPlaces };
  }

  async #fromStranger(attempt: Attempt, hashes: Hashes, rule: FailureRule): Promise<Admission> {
    const address = await this.#countOfStranger('address', hashes.of(addressKey(attempt)));
    const target = await this.#countOfStranger('target', hashes.of(targetKey(attempt)));
    return {
      rules: new Map([
        [address, this.#addressRule],
        [target, { ...rule, locks: attempt.kind }],
      ]),
    };
  }

  #fromKnownAddress(attempt: Attempt, hashes: Hashes, ownCount: string): Admission {
    const perDay = this.#settings.failuresPerUserAndDayFromKnownPlaces;
    const withoutSecret = Math.max(1, perDay - Math.ceil(perDay / shareOfClients));
    const address = hashes.of(addressKey(attempt));
    return this.#fromKnownPlace(attempt, hashes, { ownCount, address, perDay: withoutSecret });
  }

  /**
   * Somebody who does not know the client's secret cannot lock the client out, either from its address or from other places of
   * the user.
   */
  #fromKnownClient(attempt: Attempt, hashes: Hashes, client: string, isKnownAddress: boolean): Admission {
    const network = hashes.of(addressKey(attempt));
    const ownCount = isKnownAddress ? `${client}.${network}` : client;
    const address = `${hashes.of({ kind: 'client', value: attempt.throughClient ?? '' })}.${network}`;
    const perDay = this.#settings.failuresPerUserAndDayFromKnownPlaces;
    return this.#fromKnownPlace(attempt, hashes, { ownCount, address, perDay });
  }

  #fromKnownPlace(
    attempt: Attempt,
    hashes: Hashes,
    { ownCount, address, perDay }: { readonly ownCount: string; readonly address: string; readonly perDay: number },
  ): Admission {
    const rules = new Map<string, CountedRule>([
      [address, this.#addressRule],
      [`${hashes.of(targetKey(attempt))}.known`, { perDay, locks: attempt.kind }],
      [ownCount, { perWindow: this.#settings.failuresPerUser, locks: 'place' }],
    ]);
    return { rules, ownCount };
  }

  get #addressRule(): CountedRule {
    return { perWindow: this.#settings.failuresPerAddress, locks: 'address' };
  }

  /** @throws AuthError `throttled` */
  #refuseLocked({ rules }: Admission, states: ReadonlyMap<string, AttemptState>): void {
    const now = this.#clock.now();
    const ends = [...rules].map(([key, rule]) => refusedUntil(states.get(key), rule, now));
    const last = Math.max(...ends);
    if (last > now) throw throttled(last - now);
  }

  /** Returns the stranger's own counter or, if there are too many counters, a counter that several strangers share. */
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

  #hashesOf(key: AttemptKey): string[] {
    return this.#keyed.map((hashes) => hashes.of(key));
  }
}

/**
 * Computes keyed hashes of the targets and sources of attempts. The hashes are cached, because the same clients and addresses
 * occur again and again.
 */
class Hashes {
  readonly #recent = new RecentlyUsed<string>(hashesInMemory);
  readonly #secret: ServerSecret;

  constructor(secret: ServerSecret) {
    this.#secret = secret;
  }

  of({ kind, value }: AttemptKey): string {
    const text = `${kind}\n${value}`;
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const hash = this.#secret.mac('throttle-key', text).toString('base64url');
    if (text.length > longestValueInMemory) return hash;
    this.#recent.set(text, hash);
    return hash;
  }
}

/** The places from which an attempt comes, for the user whose password is tried. */
interface Places {
  readonly address: string;
  readonly client: string | undefined;
}

/**
 * For each place, the time when a correct password last came from there (epoch milliseconds), or 0 if none ever came
 * from there.
 */
type SeenPlaces = Readonly<Record<keyof Places, number>>;

const neverSeen: SeenPlaces = { address: 0, client: 0 };

function placesOf(attempt: Attempt, hashes: Hashes): Places {
  const user = hashes.of(targetKey(attempt));
  const address = `${user}.${hashes.of(addressKey(attempt))}`;
  if (attempt.throughClient === undefined) return { address, client: undefined };
  return { address, client: `${user}.${hashes.of({ kind: 'client', value: attempt.throughClient })}` };
}

/** Returns the events of counters that are locked now. `states` has the state of each counter, in the same order. */
function lockEvents(
  event: AuditEvent,
  states: readonly AttemptState[],
  { rules }: Admission,
  now: number,
): AuditEvent[] {
  return [...rules.values()].flatMap((rule, index) => {
    const state = states[index];
    const until = refusedUntil(state, rule, now);
    const detail = { what: rule.locks, seconds: Math.ceil((until - now) / 1000), locks: state?.locks ?? 0 };
    return until > now ? [{ ...event, event: 'attempts.locked', detail } as const] : [];
  });
}

function throttled(remainingMs: number): AuthError {
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new AuthError('throttled', 'Too many failed attempts; please try again later', { retryAfterSeconds });
}
