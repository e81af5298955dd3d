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
 * Counts wrong passwords and client secrets, and locks out for a while after too many. ADR 0014 has the reasons.
 *
 * An attempt is judged after its password was compared, in a transaction on its counts. So however many attempts run at once,
 * attempts after the lock learn nothing, right or wrong. A place from which a user has signed in before (a network, or a
 * client that shows its secret) has a count of its own, apart from strangers and from other places.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  /** With the present secret key and, while it is changed, with the former one. */
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
   * Lets an attempt be judged, before its password is compared. While the secret key is changed, places and locks that are stored
   * under the former one stay in force; counts start from zero.
   *
   * @throws AuthError `throttled` while no password can succeed
   */
  async admit(attempt: Attempt): Promise<Admission> {
    const [present, ...former] = this.#keyed;
    const seen = attempt.kind === 'client' ? neverSeen : await this.#seenPlaces(attempt);
    const admission = await this.#placed(attempt, present, seen);
    const judged = [admission];
    for (const hashes of former) judged.push(await this.#placed(attempt, hashes, seen));
    const states = await this.#store.find(judged.flatMap(({ rules }) => [...rules.keys()]));
    const byKey = new Map(states.map((state) => [state.key, state]));
    for (const each of judged) this.#refuseLocked(each, byKey);
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
    for (const hash of this.#hashesOf({ kind, value: id })) await this.#store.clearAllUnder(hash);
  }

  /** Forgets everything about a user or client that is no more. */
  async forget(kind: Attempt['kind'], id: string): Promise<void> {
    await this.unlock(kind, id);
    for (const hash of this.#hashesOf({ kind, value: id })) await this.#store.forgetPlacesUnder(hash);
  }

  /** When each place of the attempt was last noted, under either key. */
  async #seenPlaces(attempt: Attempt): Promise<SeenPlaces> {
    const places = this.#keyed.map((hashes) => placesOf(attempt, hashes));
    const noted = await this.#store.knownPlaces(
      places.flatMap(({ address, client }) => (client === undefined ? [address] : [address, client])),
    );
    const last = (of: keyof Places) => Math.max(...places.map((each) => noted.get(each[of] ?? '') ?? 0));
    return { address: last('address'), client: last('client') };
  }

  /** Where an attempt comes from decides what it counts under. */
  async #placed(attempt: Attempt, hashes: Hashes, seen: SeenPlaces): Promise<Admission> {
    if (attempt.kind === 'client')
      return this.#fromStranger(attempt, hashes, { perWindow: this.#settings.failuresPerClient });
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
        [target, rule],
      ]),
    };
  }

  #fromKnownAddress(attempt: Attempt, hashes: Hashes, ownCount: string): Admission {
    const perDay = this.#settings.failuresPerUserAndDayFromKnownPlaces;
    const withoutSecret = Math.max(1, perDay - Math.ceil(perDay / shareOfClients));
    const address = hashes.of(addressKey(attempt));
    return this.#fromKnownPlace(attempt, hashes, { ownCount, address, perDay: withoutSecret });
  }

  /** Without the client's secret nobody can lock it out, neither from its address nor from other places of the user. */
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
    const rules = new Map<string, FailureRule>([
      [address, this.#addressRule],
      [`${hashes.of(targetKey(attempt))}.known`, { perDay }],
      [ownCount, { perWindow: this.#settings.failuresPerUser }],
    ]);
    return { rules, ownCount };
  }

  get #addressRule(): FailureRule {
    return { perWindow: this.#settings.failuresPerAddress };
  }

  /** @throws AuthError `throttled` */
  #refuseLocked({ rules }: Admission, states: ReadonlyMap<string, AttemptState>): void {
    const now = this.#clock.now();
    const ends = [...rules].map(([key, rule]) => refusedUntil(states.get(key), rule, now));
    const last = Math.max(...ends);
    if (last > now) throw throttled(last - now);
  }

  /** Its own counter, or a counter that strangers share while there are too many. */
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

/** Keyed hashes of who is tried and where from. Clients and addresses come again and again, so theirs are kept. */
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

/** The places an attempt comes from, as seen from the user. */
interface Places {
  readonly address: string;
  readonly client: string | undefined;
}

/** When a right password last came from each place (epoch milliseconds); 0 for never. */
type SeenPlaces = Readonly<Record<keyof Places, number>>;

const neverSeen: SeenPlaces = { address: 0, client: 0 };

function placesOf(attempt: Attempt, hashes: Hashes): Places {
  const user = hashes.of(targetKey(attempt));
  const address = `${user}.${hashes.of(addressKey(attempt))}`;
  if (attempt.throughClient === undefined) return { address, client: undefined };
  return { address, client: `${user}.${hashes.of({ kind: 'client', value: attempt.throughClient })}` };
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
